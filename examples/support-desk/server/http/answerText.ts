import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { encodingOf } from './accept';
import { compressWell } from './compress';
import { etagOf, isKnown } from './etag';
import type { Variants } from './variants';

/**
 * Answers with a frequently requested text, compressed as the client accepts it, with an ETag and 304 answers.
 * @param type its content type
 * @param headers the other headers; `Accept-Encoding` is added to their `Vary`
 * @param variants caches the compressed text
 */
export const answerText = async (
  c: Context,
  text: string,
  type: string,
  { Vary: vary, ...headers }: Record<string, string>,
  variants: Variants,
): Promise<Response> => {
  const bytes = new Uint8Array(Buffer.from(text));
  const encoding = encodingOf(c);
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
  const etag = etagOf(version, encoding);
  const common = {
    ...headers,
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    Vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding',
  };
  if (isKnown(c, etag)) return c.body(null, 304, common);
  const entity = { ...common, 'Content-Type': type };
  if (!encoding) return c.body(bytes, 200, entity);
  const small = await variants(etag, () => compressWell(bytes, encoding));
  return c.body(small, 200, { ...entity, 'Content-Encoding': encoding });
};
