/** The embed's HTML, and how it is inserted into a page. */
import { existsSync, readFileSync } from 'node:fs';
import { CannotMeasure } from './failure.mjs';

/** @param {string} tagOrFile @returns {string} the HTML */
export const readEmbed = (tagOrFile) => {
  if (tagOrFile.trimStart().startsWith('<')) return tagOrFile;
  if (!existsSync(tagOrFile))
    throw new CannotMeasure(`There is no file '${tagOrFile}' with the embed. A tag begins with <.`);
  return readFileSync(tagOrFile, 'utf8');
};

/**
 * Inserts the embed at the end of the body, where both scripts and elements may be.
 * @param {string} html
 * @param {string} embed
 */
export const insertEmbed = (html, embed) => {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? `${html}\n${embed}\n` : `${html.slice(0, end)}${embed}\n${html.slice(end)}`;
};

const SCRIPT = /<script\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/** @param {string} embed @param {string} url the page's address @returns {string[]} the addresses in its tags */
export const addressesOf = (embed, url) =>
  [...embed.matchAll(SCRIPT)]
    .map(([, double, single, bare]) => (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'))
    .filter((address) => URL.canParse(address, url))
    .map((address) => new URL(address, url).href);

/** @param {string} embed @returns {boolean} whether it has an inline script */
export const hasInlineScript = (embed) =>
  [...embed.matchAll(/<script\b([^>]*)>/gi)].some(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes));

const NONCE = 'cG9yY2gtY29zdA';

/**
 * The policy of a careful publisher: scripts with the nonce and what they load, everything else from the page's own
 * origin and the origins in the embed's tags. No inline style, no `eval`, no `data:`.
 * @param {string} embed
 * @param {string} url the page's address
 */
export const strictPolicy = (embed, url) => {
  const origins = [...new Set(addressesOf(embed, url).map((address) => new URL(address).origin))];
  const own = new URL(url).origin;
  const others = origins.filter((origin) => origin !== own);
  const sources = ["'self'", ...others].join(' ');
  const sockets = others.map((origin) => origin.replace(/^http/, 'ws')).join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `style-src ${sources}`,
    `connect-src ${`${sources} ${sockets}`.trim()}`,
    ...['img', 'font', 'frame', 'media'].map((kind) => `${kind}-src ${sources}`),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
};

/** @param {string} html @returns {string} the page with the policy's nonce on each script */
export const withNonces = (html) => html.replace(/<script\b/gi, `$& nonce="${NONCE}"`);
