import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen';

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

  const server = createServer(async (request, response) => {
    if (isDown) return void request.socket.destroy();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand.in');
    const { status, headers, body } = handle({
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request),
    });
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  const { origin, close } = await listen(server);
  return {
    origin,
    failNext: (fault) => faults.push(fault),
    goDown: () => {
      isDown = true;
    },
    comeBack: () => {
      isDown = false;
    },
    asked: (path) => asked.filter((one) => one === path).length,
    close,
  };
};
