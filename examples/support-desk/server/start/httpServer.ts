import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { createBaseCut } from '../http/basePath';
import { cutBody } from '../http/cutBodies';
import { createOpenRequests, endServer } from '../http/endServer';
import type { Clock } from '../process/clock';
import { createLifecycle, type Lifecycle } from '../process/lifecycle';
import type { BayeuxHttp } from '../realtime/bayeuxHttp';
import { isUpload } from '../uploads/isUpload';

type ListeningServer = {
  port: number;
  /** Ends as the lifecycle determines. */
  close(): Promise<void>;
};

type Listen = {
  port: number;
  host?: string;
  /** The desk's public address. A proxy may leave its path in requests. */
  publicUrl?: string;
  /** How long the headers of a request may take, and its body unless it is a file; ms. */
  headersMs?: number;
  bodyMs?: number;
  after: Clock['after'];
  /** How the server ends; by default quickly. */
  lifecycle?: Lifecycle;
};

const listen = (server: Server, { port, host }: Pick<Listen, 'port' | 'host'>): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(host === undefined ? { port } : { port, host }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/**
 * Takes the port for a moment. A desk that cannot get its port should report it before it opens the database.
 * @throws Node's own error if the port is not available
 */
export const refuseTakenPort = async ({ port, host }: Pick<Listen, 'port' | 'host'>): Promise<void> => {
  if (port === 0) return;
  const server = createServer();
  await listen(server, { port, host });
  await new Promise((resolve) => server.close(resolve));
};

/** A file of 50 MB over a slow line takes longer than Node's own limit of five minutes for a request. */
const UPLOAD_MS = 3_600_000;
/** All other bodies are small. */
const BODY_MS = 30_000;
const HEADERS_MS = 15_000;
/** How often Node looks for headers that take too long. */
const LOOK_FOR_SLOW_MS = 5_000;
/**
 * An idle connection is kept longer than proxies keep theirs (nginx: 60 s). Otherwise a proxy may send a request just
 * as the desk closes the connection, and answer it with 502.
 */
const KEEP_ALIVE_MS = 75_000;

/** Ends a request whose body takes too long. */
const cutSlowBody = (
  request: IncomingMessage,
  response: ServerResponse,
  bodyMs: number,
  after: Clock['after'],
): void => {
  const cancel = after(bodyMs, () => {
    if (!request.complete) cutBody(request, response.headersSent);
  });
  request.once('close', cancel);
};

/**
 * Starts one plain HTTP server for the app and the live connections. Without `host` it listens on every address, IPv6
 * and IPv4.
 * @throws Node's own error if the port is not available (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export const startHttpServer = async (
  app: {
    fetch: (request: Request, env: object) => Response | Promise<Response>;
    routes: { path: string }[];
  },
  bayeux: BayeuxHttp,
  where: Listen,
): Promise<ListeningServer> => {
  const answer = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
  });
  const pathOf = createBaseCut(where.publicUrl, [bayeux.path, ...app.routes.map(({ path }) => path)]);
  const { headersMs = HEADERS_MS, bodyMs = BODY_MS, after } = where;
  const limits = {
    requestTimeout: UPLOAD_MS,
    headersTimeout: headersMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: Math.min(headersMs, LOOK_FOR_SLOW_MS),
  };
  const { lifecycle = createLifecycle() } = where;
  const requests = createOpenRequests();
  const server = createServer(limits, (request, response) => {
    const sendsFile = isUpload(request.method, request.url);
    requests.add(request, response, sendsFile);
    // A proxy then sends its next request elsewhere, not on a connection that is about to close.
    if (lifecycle.isDraining()) response.setHeader('Connection', 'close');
    if (!sendsFile) cutSlowBody(request, response, bodyMs, after);
    const asked = request.url ?? '/';
    request.url = pathOf(asked);
    // Relative links in a page only resolve under the base path if its address ends with a slash.
    if (request.url === '') response.writeHead(302, { Location: `${asked}/` }).end();
    else if (bayeux.owns(request)) bayeux.handle(request, response);
    else void answer(request, response);
  });
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, stream, head) => {
    upgraded.add(stream);
    stream.once('close', () => upgraded.delete(stream));
    // Node removes its error listener on upgrade. Without one, a connection reset would end the process.
    stream.on('error', () => stream.destroy());
    request.url = pathOf(request.url ?? '/');
    if (bayeux.owns(request)) bayeux.upgrade(request, stream, head);
    else stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
  });
  const port = await listen(server, where);
  return {
    port,
    close: async () => {
      const { hurry } = lifecycle;
      const ending = lifecycle.ending();
      await Promise.all([
        bayeux.drain(ending.spreadMs, hurry),
        requests.uploads({ ms: ending.uploadMs, hurry, after }),
      ]);
      bayeux.close();
      await endServer(server, upgraded, requests, { ...ending, hurry, after });
    },
  };
};
