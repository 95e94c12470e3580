import type { Json } from '../../model/entities';

/** What programs insert when they break a word: a soft line break, quote marks, a table cell. */
const BREAK = '(?:=?\\r?\\n[>|\\s]{0,20}|[ \\t\\u200b\\u00ad]{1,3})?';
/** A key of `emailLinks.ts`, whatever surrounds it: an array in JSON and its signature, in base64url. */
const KEY = new RegExp(`Wy[IJ](?:${BREAK}[\\w-]){20,900}?${BREAK}\\.(?:${BREAK}[\\w-]){43}`, 'g');
/** What follows the name of a key, even if a program has truncated it or encoded it differently. */
const NAMED = /(porch(?:-|-2D|%2D)open(?:=3D|=|-3D|%3D))(?:\(taken-out\)[^\s"'<>()[\]]*|[^\s"'<>()[\]]+)/gi;
/** An address in base64, as some programs put it into their own. */
const ENCODED = /aHR0c(?:(?:=?\r?\n[>|\s]{0,20})?(?:[\w+/-]|%2[BF])){60,4000}/gi;
/** An address may be inside an address inside another one. */
const MOST_IN_EACH_OTHER = 3;

const MARK = '(taken-out)';

const decoded = (base64: string): string =>
  Buffer.from(
    base64.replace(/=?\r?\n[>|\s]*/g, '').replace(/%2[BF]/gi, decodeURIComponent),
    'base64',
  ).toString('latin1');

/** The text without encoded addresses that have a key. Lines below a whole key are not part of it. */
const withoutEncoded = (encoded: string, depth: number): string => {
  const lines = encoded.split(/(?<=\n[>|\s]*)(?![>|\s])/);
  for (let end = 1; end <= lines.length; end++) {
    const inside = decoded(lines.slice(0, end).join(''));
    const isWhole = inside.search(KEY) >= 0;
    if (!isWhole && (end < lines.length || withoutKeys(inside, depth) === inside)) continue;
    const below = lines.slice(end).join('');
    return below === '' ? MARK : `${MARK}\n${below}`;
  }
  return encoded;
};

const withoutKeys = (text: string, depth: number): string => {
  const clean = text.replace(KEY, MARK).replace(NAMED, `$1${MARK}`);
  return depth === 0 ? clean : clean.replace(ENCODED, (encoded) => withoutEncoded(encoded, depth - 1));
};

/** The text with a placeholder for each key that opens a conversation: its reader must not become its visitor. */
export const withoutLinkKeys = (text: string): string => withoutKeys(text, MOST_IN_EACH_OTHER);

/** The same for each text in a JSON value. */
export const jsonWithoutLinkKeys = <T extends Json | Json[string]>(value: T): T => {
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return withoutLinkKeys(one);
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, clean(inner)]));
  };
  return clean(value) as T;
};
