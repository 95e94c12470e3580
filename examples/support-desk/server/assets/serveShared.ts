import type { Context } from 'hono';
import { encodingOf } from '../http/accept';
import { compressQuickly, decompress } from '../http/compress';
import { etagOf, isKnown } from '../http/etag';
import type { Variants } from '../http/variants';
import type { SharedBuilds } from './sharedBuilds';
import { typeOf } from './staticFiles';

/**
 * Answers a GET or HEAD request with a file of another process' build, like `serveStatic` for this process.
 * @param variants caches the gzip of these files: the build has only their brotli
 * @returns undefined if no build has it
 */
export const serveShared = async (
  c: Context,
  builds: SharedBuilds | undefined,
  headers: Record<string, string>,
  variants: Variants,
): Promise<Response | undefined> => {
  const path = new URL(c.req.url).pathname;
  const found = await builds?.find(path);
  if (!found) return undefined;
  const encoding = encodingOf(c);
  const etag = `W/${etagOf(found.length.toString(36), encoding)}`;
  const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' };
  if (isKnown(c, etag)) return c.body(null, 304, common);
  const toGzip = async () => compressQuickly(await decompress(found), 'gzip');
  const bodies = {
    br: () => found,
    gzip: () => variants(`${path} ${etag}`, toGzip),
    plain: () => decompress(found),
  };
  const body = await bodies[encoding ?? 'plain']();
  const entity = {
    ...common,
    'Content-Type': typeOf(path),
    'Content-Length': String(body.length),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  return c.req.method === 'HEAD' ? c.body(null, 200, entity) : c.body(body, 200, entity);
};
