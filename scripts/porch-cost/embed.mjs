/** The embed's HTML, and how it comes into a page. */
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
 * Puts the embed before the end of the body, where it may be a script or an element.
 * @param {string} html
 * @param {string} embed
 */
export const insertEmbed = (html, embed) => {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? `${html}\n${embed}\n` : `${html.slice(0, end)}${embed}\n${html.slice(end)}`;
};

const SCRIPT = /<script\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/** @param {string} embed @param {string} url the page's address @returns {string[]} the addresses that its tags name */
export const addressesOf = (embed, url) =>
  [...embed.matchAll(SCRIPT)]
    .map(([, double, single, bare]) => (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'))
    .filter((address) => URL.canParse(address, url))
    .map((address) => new URL(address, url).href);

/** @param {string} embed @returns {boolean} whether it has a script that stands in the tag */
export const hasInlineScript = (embed) =>
  [...embed.matchAll(/<script\b([^>]*)>/gi)].some(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes));

const NONCE = 'cG9yY2gtY29zdA';

/**
 * A policy as a careful publisher has it: scripts with the nonce and what they load; all else from the page's own origin and
 * those that the embed's tags name. No inline style, no `eval`, no `data:`.
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

/** @param {string} html @returns {string} with the policy's nonce on each script */
export const withNonces = (html) => html.replace(/<script\b/gi, `$& nonce="${NONCE}"`);
