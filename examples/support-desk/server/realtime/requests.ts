import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export const MAX_BYTES = 65_536;

const PREFLIGHT_SECONDS = '86400';

export const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?', 1)[0] as string;

/** The answer to a refused websocket. */
export const refuseUpgrade = (stream: Duplex, status: string, more = ''): void =>
  void stream.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\n\r\n`);

/** For any page that may connect, without cookies: the credentials in its messages decide what a client may receive. */
export const CORS = { 'Access-Control-Allow-Origin': '*', Vary: 'Origin' };

export const answerPreflight = (response: ServerResponse): void => {
  response.writeHead(204, {
    ...CORS,
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers':
      'accept, authorization, content-type, pragma, x-requested-with, x-smooch-appid, x-smooch-clientid, x-smooch-sdk',
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  });
  response.end();
};

/** Reads a body up to the limit; `undefined` if it is longer. */
export const readBody = (request: IncomingMessage): Promise<string | undefined> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BYTES) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('close', () => resolve(undefined));
  });
