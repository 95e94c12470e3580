import { Agent, createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import type { Desk } from '../support/desk';
import { listen } from '../support/listen';

type Answer = Record<string, unknown>;
export type Asked = { method: string; path: string; query: URLSearchParams };
/** Replaces an answer; `undefined` leaves the true answer. */
export type Lie = (asked: Asked) => ((truth: Answer) => { status?: number; json: unknown }) | undefined;

export type HostileDesk = {
  origin: string;
  /** Applies from now on. */
  lie(next: Lie): void;
  /** Sends events of any shape, in one frame, to a visitor whose service uses `realtimeUrl`. */
  tell(appUserId: string, ...events: unknown[]): Promise<void>;
  /** The address of a realtime service that sends what the test wants. */
  realtimeUrl: string;
  close(): Promise<void>;
};

type Adapter = {
  attach(server: object): void;
  getClient(): { publish(channel: string, data: unknown): PromiseLike<void> };
  close?(): void;
};
const require = createRequire(import.meta.url);
const faye = require('faye') as { NodeAdapter: new (options: object) => Adapter };

const read = async (from: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of from) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const parse = (text: string): Answer => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** A proxy of the real desk that alters its answers, as a desk without input checks could answer. */
export const startHostileDesk = async (desk: Desk): Promise<HostileDesk> => {
  const { hostname, port } = new URL(desk.origin);
  let lie: Lie = () => undefined;
  // A kept connection may be closed by the desk just as a request takes it.
  const agent = new Agent({ keepAlive: false });
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', desk.origin);
    const method = incoming.method ?? 'GET';
    const spoil =
      method === 'OPTIONS' ? undefined : lie({ method, path: url.pathname, query: url.searchParams });
    const headers = { ...incoming.headers };
    if (spoil) {
      delete headers['accept-encoding'];
      delete headers['if-none-match'];
    }
    const onward = request({ agent, hostname, port, method, path: incoming.url, headers }, (answer) => {
      if (!spoil) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      void read(answer).then((body) => {
        const { status = answer.statusCode ?? 200, json } = spoil(parse(String(body)));
        const { 'content-length': _, etag: __, ...rest } = answer.headers;
        outgoing.writeHead(status, { ...rest, 'content-type': 'application/json' });
        outgoing.end(JSON.stringify(json));
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming, near, head) => {
    if (incoming.url?.startsWith('/lies')) return;
    const far = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, i, all) => (i % 2 ? [] : [`${name}: ${all[i + 1]}`]));
      far.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      far.write(head);
      near.pipe(far).pipe(near);
    });
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
  });
  const realtime = new faye.NodeAdapter({ mount: '/lies', timeout: 20 });
  realtime.attach(server);
  const { origin, close } = await listen(server);
  return {
    origin,
    realtimeUrl: `${origin}/lies`,
    lie(next) {
      lie = next;
    },
    async tell(appUserId, ...events) {
      await realtime.getClient().publish(`/sdk/apps/${desk.appId}/appusers/${appUserId}`, { events });
    },
    close,
  };
};
