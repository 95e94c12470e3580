import type { Json } from '../../model/entities';

/** What programs put between the halves of a word that they break: a soft end of line, signs of quotes, a cell of a table. */
const BREAK = '(?:=?\\r?\\n[>|\\s]{0,20}|[ \\t\\u200b\\u00ad]{1,3})?';
/** A key of `emailLinks.ts`, whatever is written around it: an array in JSON and its signature, in base64url. */
const KEY = new RegExp(`Wy[IJ](?:${BREAK}[\\w-]){20,900}?${BREAK}\\.(?:${BREAK}[\\w-]){43}`, 'g');
/** What follows the name of a key, also where a program has cut it off or written its signs in another way. */
const NAMED = /(porch(?:-|-2D|%2D)open(?:=3D|=|-3D|%3D))(?:\(taken-out\)[^\s"'<>()[\]]*|[^\s"'<>()[\]]+)/gi;
/** An address in base64, as some programs write it into one of their own. */
const ENCODED = /aHR0c(?:(?:=?\r?\n[>|\s]{0,20})?(?:[\w+/-]|%2[BF])){60,4000}/gi;
/** An address may be in an address that is in another one. */
const MOST_IN_EACH_OTHER = 3;

const MARK = '(taken-out)';

const decoded = (base64: string): string =>
  Buffer.from(
    base64.replace(/=?\r?\n[>|\s]*/g, '').replace(/%2[BF]/gi, decodeURIComponent),
    'base64',
  ).toString('latin1');

/** Without an encoded address that has a key. What is on lines below a whole key is not part of it. */
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

/** A text with a mark in place of each key that opens a conversation: who reads the text must not become its visitor. */
export const withoutLinkKeys = (text: string): string => withoutKeys(text, MOST_IN_EACH_OTHER);

/** The same for each text in a value of JSON. */
export const jsonWithoutLinkKeys = <T extends Json | Json[string]>(value: T): T => {
  const clean = (one: unknown): unknown => {
    if (typeof one === 'string') return withoutLinkKeys(one);
    if (Array.isArray(one)) return one.map(clean);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, clean(inner)]));
  };
  return clean(value) as T;
};
