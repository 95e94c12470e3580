import { createServer } from 'node:http';

const MOST_BYTES = 1_048_576;

/**
 * @typedef {{ status: number, body?: object }} Answer
 * @typedef {(body: string, headers: Record<string, string>) => Promise<Answer> | Answer} Route takes the raw body,
 * which signatures cover
 */

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<string | undefined>} undefined if it is too long
 */
const readBody = async (request) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** @param {Record<string, Route>} routes @param {import('node:http').IncomingMessage} request @returns {Promise<Answer>} */
const answerOf = async (routes, request) => {
  const route = routes[request.url?.split('?')[0] ?? ''];
  if (!route) return { status: 404 };
  if (request.method !== 'POST') return { status: 405 };
  const body = await readBody(request);
  if (body === undefined) return { status: 413 };
  return route(body, /** @type {Record<string, string>} */ (request.headers));
};

/**
 * Serves webhooks until the process is asked to end. Then it answers the last ones and closes the queue.
 * @param {{ HOST: string, PORT: string }} where
 * @param {Record<string, Route>} routes by path
 * @param {{ close(): Promise<void> }} queue
 */
export const serve = (where, routes, queue) => {
  const server = createServer(async (request, response) => {
    const { status, body } = await answerOf(routes, request).catch((error) => {
      console.error('Not taken:', error);
      return { status: 500, body: undefined };
    });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  const stop = () => {
    server.close(() => void queue.close());
    server.closeIdleConnections();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  server.listen(Number(where.PORT), where.HOST, () => {
    console.log(`Listening on http://${where.HOST}:${where.PORT}`);
  });
};
