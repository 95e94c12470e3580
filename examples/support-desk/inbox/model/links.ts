import { otherHost } from '../../../../src/model/otherHost';
import { shownLabel } from '../../../../src/wire/shown';

/** Text cut into plain runs and links, in order. */
export type Segment = { text: string; href?: string };

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:']);
const CANDIDATE = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`]+/gi;

/** The address when it is one we link to (DESIGN.md 3.8), else `undefined`. `base` resolves a relative address. */
export const safeHref = (value: unknown, base?: string): string | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  try {
    const url = new URL(value, base);
    return SCHEMES.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
};

/** The address of an image or file to load: http and https alone. */
export const safeMediaUrl = (value: unknown, base: string): string | undefined => {
  const href = safeHref(value, base);
  return href?.startsWith('http') ? href : undefined;
};

/** What a link says, and where it leads where that looks like another address. */
export const wordsOf = (words: string, href: string): string => {
  const host = otherHost(words, href);
  return `${shownLabel(words)}${host ? ` (${host})` : ''}`;
};

const count = (text: string, char: string): number => text.split(char).length - 1;

/** A sentence's closing mark after an address is not part of it; a bracket is, where it was opened inside. */
const trimEnd = (address: string): string => {
  let end = address;
  for (;;) {
    const last = end.at(-1) ?? '';
    const unopened = last === ')' && count(end, ')') > count(end, '(');
    if (!unopened && !/[.,;:!?\]}*_…]/.test(last)) return end;
    end = end.slice(0, -1);
  }
};

/** Finds the links in a text. Everything that is not http, https, mailto or tel stays text. */
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

/** The host of an address that is of none of these origins, else `undefined`. */
export const foreignHost = (href: string, origins: readonly string[]): string | undefined => {
  const { origin, host } = new URL(href);
  return origins.includes(origin) ? undefined : host;
};
