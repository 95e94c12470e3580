import { safeUrl } from './validation';

/** A run of text; `href` is set when it is a link. */
type TextPart = {
  text: string;
  href?: string;
  /** Where the link goes, when its text looks like another address. */
  host?: string;
};

/**
 * The characters that end an address in any script, besides spaces: quotes, brackets, and the punctuation of languages
 * that put no space after it.
 */
const END =
  '\\s<>"“”„«»‹›\\p{Cc}\\p{Default_Ignorable_Code_Point}،؛؟۔।॥։።\\u3000-\\u3004\\u3008-\\u3020\\u3030\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65';

/** Punctuation that is not part of an address at its end: it belongs to the sentence around it. */
const LAST = `'’.,;:!?…)\\]}*_~\``;

/**
 * Exceptions, which are part of the address even at its end: a bracket that it opens, `#!`, and an emphasis mark that
 * is not opened before it.
 */
const OWN = [
  '[)\\]}](?<=//\\S*[([{][^\\s()[\\]{}]*.)',
  '(?<=#)!',
  '([*_~`])(?<!(?<![^\\s\\p{Ps}\\p{Pi}"])\\1+[^\\s*_~`].{0,500})',
].join('|');

const WEB = `(?:https?://|mailto:|tel:|www\\.(?=[\\p{L}\\p{N}-]{1,63}\\.[\\p{L}\\p{N}]))(?=[^${END}]*[^${END}${LAST}])[^${END}]*(?:[^${END}${LAST}]|${OWN})`;
const MAIL = '[\\w.+-]{1,64}@(?:[\\p{L}\\p{N}-]{1,63}\\.){1,8}\\p{L}{2,63}(?![\\p{L}\\p{N}@])';

// The first lookbehind keeps 'hotel:' from matching as 'tel:', the second an address from beginning in its middle.
const LINK = new RegExp(`(?<![a-z+])${WEB}|(?<![\\w.+/@:-])${MAIL}`, 'giu');

/** The most links in one text; later addresses stay plain text. */
const MOST_LINKS = 100;

const hrefOf = (address: string): string | undefined => {
  if (/^www\./i.test(address)) return safeUrl(`https://${address}`);
  return safeUrl(/^[a-z]+:/i.test(address) ? address : `mailto:${address}`);
};

/** The real host of an address whose text shows another one, by a user name or by letters that look alike. */
const hiddenHost = (text: string, href: string): string | undefined => {
  const { host, username, password, protocol } = new URL(href);
  const written = text.replace(/^https?:\/\//i, '').split(/[/?#\\]/)[0] ?? '';
  const isShown = written.toLowerCase().replace(/:(80|443)$/, '') === host && !username && !password;
  return protocol.startsWith('http') && !isShown ? host : undefined;
};

/** Replaces addresses by letters, so that their punctuation has no meaning. The length stays the same. */
export const addressesAsLetters = (text: string): string =>
  text.replace(LINK, (address) => 'x'.repeat(address.length));

/**
 * Splits a message's text into plain runs and safe links: http, https, mailto and tel, names that begin with `www.`, and
 * addresses for email.
 */
export const splitLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  let links = 0;
  for (const match of text.matchAll(LINK)) {
    if (links++ === MOST_LINKS) break;
    const [address] = match;
    const href = hrefOf(address);
    if (!href) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    const host = hiddenHost(address, href);
    parts.push(host ? { text: address, href, host } : { text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
};
