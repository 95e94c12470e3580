import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Context } from 'hono';
import { acceptsBrotli } from '../routes/http';
import type { SharedBuilds } from './sharedBuilds';
import { isKnown, typeOf } from './staticFiles';

const decompress = promisify(brotliDecompress);

/**
 * Answers a GET or HEAD request with a file of another process' build, as `serveStatic` does with one of this process'.
 * @returns undefined if no build has it
 */
export const serveShared = async (
  c: Context,
  builds: SharedBuilds | undefined,
  headers: Record<string, string>,
): Promise<Response | undefined> => {
  const path = new URL(c.req.url).pathname;
  const found = await builds?.find(path);
  if (!found) return undefined;
  const isBrotli = acceptsBrotli(c);
  const etag = `W/"${found.length.toString(36)}-${isBrotli ? 'br' : 'plain'}"`;
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' };
  if (isKnown(c, etag)) return c.body(null, 304, common);
  const body = isBrotli ? found : new Uint8Array(await decompress(found));
  const entity = {
    ...common,
    'Content-Type': typeOf(path),
    'Content-Length': String(body.length),
    ...(isBrotli ? { 'Content-Encoding': 'br' } : {}),
  };
  return c.req.method === 'HEAD' ? c.body(null, 200, entity) : c.body(body, 200, entity);
};
