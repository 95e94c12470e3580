/** What programs put between the halves of a word that they break: a soft end of line, and signs of quotes. */
const BREAK = '(?:=?\\r?\\n[>|\\s]{0,20})?';
/** A key of `emailLinks.ts`, whatever is written around it: an array in JSON and its signature, in base64url. */
const KEY = new RegExp(`Wy[IJ](?:${BREAK}[\\w-]){20,900}?${BREAK}\\.(?:${BREAK}[\\w-]){43}`, 'g');
/** What follows the name of a key, also where a program has cut it off or written its signs in another way. */
const NAMED = /(porch(?:-|-2D|%2D)open(?:=3D|=|-3D|%3D))(?:\(taken-out\)[^\s"'<>()[\]]*|[^\s"'<>()[\]]+)/gi;

const MARK = '(taken-out)';

/** A text with a mark in place of each key that opens a conversation: who reads the text must not become its visitor. */
export const withoutLinkKeys = (text: string): string => text.replace(KEY, MARK).replace(NAMED, `$1${MARK}`);
