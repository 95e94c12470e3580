import type { AddressInfo, Server, Socket } from 'node:net';

export type Listening = {
  port: number;
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** Ends the connections, too. */
  close(): Promise<void>;
};

/** Lets a server listen on loopback. @param wanted the port; any free one by default */
export const listen = async (server: Server, wanted = 0): Promise<Listening> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
