import { connect, createServer } from 'node:net';
import { listen } from './listen';

/** A proxy on loopback in front of a server that speaks in lines. */
export type StallingProxy = {
  port: number;
  /** Lets nothing through from the first line of a client on that matches. @returns resolves with that line */
  stallAt(line: RegExp): Promise<string>;
  close(): Promise<void>;
};

/** Starts a proxy that can hold a command back, and all that comes after it in its connection. */
export const startStallingProxy = async (to: number): Promise<StallingProxy> => {
  let stall: { line: RegExp; onLine: (line: string) => void } | undefined;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    let isStalled = false;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    near.on('data', (chunk: Buffer) => {
      const found = chunk
        .toString('latin1')
        .split('\r\n')
        .find((line) => stall?.line.test(line));
      if (found !== undefined) {
        isStalled = true;
        stall?.onLine(found);
        stall = undefined;
      }
      if (!isStalled) far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => near.write(chunk));
  });
  return {
    ...(await listen(server)),
    stallAt: (line) =>
      new Promise((resolve) => {
        stall = { line, onLine: resolve };
      }),
  };
};
