import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Context } from 'hono';
import { acceptsBrotli } from '../routes/http';

/** A line of script that sets the desk's address, unless the script tag or the page sets it. */
const telling = (address: string): string =>
  `(function(s,p){if(s&&!s.dataset.zendeskHost&&!(p&&p.zendeskHost))s.dataset.zendeskHost=${JSON.stringify(address)}})(document.currentScript,window.zESettings);`;

/** A line of script that opens the conversation of an e-mail's link, on the page that the link leads to. */
const OPENING = ';/^#porch-open=/.test(location.hash)&&zE("messenger","resume",location.hash.slice(12));';

/** What the desk adds to the loader. */
export type Additions = { address?: string; mails: boolean };

const encode = (code: string, { address, mails }: Additions) => {
  const text = (address === undefined ? '' : telling(address)) + code + (mails ? `\n${OPENING}` : '');
  const body = new Uint8Array(Buffer.from(text));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  return { code, mails, etag, body, brotli: new Uint8Array(brotliCompressSync(body)) };
};

/**
 * The loader asks its own origin for the configuration. Where the desk is below a path of that origin, this
 * adds a first line to the loader that names the desk's address, so that one script tag is enough there too.
 * Where the desk sends e-mails, it adds a last line, so that their links need no code of the page.
 * @returns a handler that answers with the loader, or `undefined` when the file does not exist
 */
export const createPlacedLoader = (file: string, headers: Record<string, string>) => {
  let made: ReturnType<typeof encode> | undefined;
  return async (c: Context, additions: Additions): Promise<Response | undefined> => {
    const code = await readFile(file, 'utf8').catch(() => undefined);
    if (code === undefined) return undefined;
    if (made?.code !== code || made.mails !== additions.mails) made = encode(code, additions);
    const { etag, body, brotli } = made;
    const common = { ...headers, ETag: etag, Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, common);
    const entity = { ...common, 'Content-Type': 'text/javascript; charset=utf-8' };
    return acceptsBrotli(c)
      ? c.body(brotli, 200, { ...entity, 'Content-Encoding': 'br' })
      : c.body(body, 200, entity);
  };
};
