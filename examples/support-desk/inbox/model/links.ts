import { otherHost } from '../../../../src/model/otherHost';
import { shownLabel } from '../../../../src/wire/shown';

/** A run of plain text, or a link. */
export type Segment = { text: string; href?: string };

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const CANDIDATE = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`]+/gi;

/** The address if its scheme is allowed in links, else `undefined`. `base` resolves a relative address. */
export const safeHref = (value: unknown, base?: string): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    const url = new URL(value, base);
    return SCHEMES.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
};

/** An address for loading an image or file: http and https only. */
export const safeMediaUrl = (value: unknown, base: string): string | undefined => {
  const href = safeHref(value, base);
  return href?.startsWith('http') ? href : undefined;
};

/** A link's label, followed by the real host if the label looks like another address. */
export const wordsOf = (words: string, href: string): string => {
  const host = otherHost(words, href);
  return `${shownLabel(words)}${host ? ` (${host})` : ''}`;
};

const count = (text: string, char: string): number => text.split(char).length - 1;

/** Removes a sentence's punctuation from the end of an address, but keeps a bracket opened inside it. */
const trimEnd = (address: string): string => {
  let end = address;
  for (;;) {
    const last = end.at(-1) ?? '';
    const unopened = last === ')' && count(end, ')') > count(end, '(');
    if (!unopened && !/[.,;:!?\]}*_…]/.test(last)) return end;
    end = end.slice(0, -1);
  }
};

/** Finds the links in a text. Only http, https, mailto and tel become links. */
export const linkify = (text: string): Segment[] => {
  const segments: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const address = trimEnd(match[0]);
    const href = safeHref(address);
    if (!href) continue;
    if (match.index > from) segments.push({ text: text.slice(from, match.index) });
    segments.push({ text: address, href });
    from = match.index + address.length;
  }
  if (from < text.length) segments.push({ text: text.slice(from) });
  return segments;
};

/** The host of an address outside these origins, else `undefined`. */
export const foreignHost = (href: string, origins: readonly string[]): string | undefined => {
  const { origin, host } = new URL(href);
  return origins.includes(origin) ? undefined : host;
};
