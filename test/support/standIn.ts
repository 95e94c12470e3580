import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a stand-in, with its body as it came. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
};
export type Answered = { status: number; headers?: Record<string, string>; body: unknown };

/** How the next request to a path fails: before the service has done anything, or with the answer lost afterwards. */
type Fault = { path: string; when: 'before' | 'after'; answer: Answered };

/** A server in this process that stands in for a service, and can be down. */
export type StandIn = {
  origin: string;
  /** Lets the next request to a path fail. */
  failNext(fault: Fault): void;
  /** Answers nobody any more, until `comeBack`. */
  goDown(): void;
  comeBack(): void;
  /** How often a path was asked. */
  asked(path: string): number;
  close(): Promise<void>;
};

/** Starts a stand-in on a loopback port. */
export const startStandIn = async (answer: (asked: Asked) => Answered): Promise<StandIn> => {
  const faults: Fault[] = [];
  const asked: string[] = [];
  let isDown = false;

  const handle = (request: Asked): Answered => {
    asked.push(request.path);
    const at = faults.findIndex(({ path }) => path === request.path);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0];
    if (fault?.when === 'before') return fault.answer;
    const answered = answer(request);
    return fault?.answer ?? answered;
  };

  const server: Server = createServer((request, response) => {
    if (isDown) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand.in');
      const { status, headers, body } = handle({
        method: request.method ?? '',
        path: pathname,
        query: searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failNext: (fault) => faults.push(fault),
    goDown: () => {
      isDown = true;
    },
    comeBack: () => {
      isDown = false;
    },
    asked: (path) => asked.filter((one) => one === path).length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
