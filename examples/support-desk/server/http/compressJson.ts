import type { MiddlewareHandler } from 'hono';
import { encodingOf } from './accept';
import { compressQuickly, MIN_COMPRESSED_BYTES } from './compress';

/** Compresses larger JSON answers: big ones quickly, because each is compressed for a single request. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next();
  const { headers, body } = c.res;
  const isJson = headers.get('content-type')?.startsWith('application/json');
  if (!isJson || !body || headers.has('content-encoding')) return;
  headers.append('Vary', 'Accept-Encoding');
  const encoding = encodingOf(c);
  if (!encoding) return;
  const bytes = new Uint8Array(await c.res.arrayBuffer());
  if (bytes.length < MIN_COMPRESSED_BYTES) {
    c.res = new Response(bytes, c.res);
    return;
  }
  c.res = new Response(await compressQuickly(bytes, encoding), c.res);
  c.res.headers.set('Content-Encoding', encoding);
  c.res.headers.delete('Content-Length');
};
