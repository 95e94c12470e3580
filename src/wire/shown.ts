import { str } from './decode';

/** Characters that turn the direction of what is read, so that `gpj.exe` may stand for another name; letters have their own. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** More marks on one letter than any language has. */
const HEAP = /(\p{M}{8})\p{M}+/gu;

/** How long a name, a title or the words on a button may be, in characters: four times what services allow. */
const LONGEST_LABEL = 512;

/** The first so many characters of a text, none of them cut in two; `…` stands for the rest. */
export const beginning = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A text of whatever length as it may be drawn. */
export const shownText = (v: unknown): string | undefined => str(v)?.replace(TURNS, '').replace(HEAP, '$1');

/** A name, a title or the words on a button as they may be drawn; what is too long is cut, and ends in `…`. */
export const shownLabel = (v: unknown): string | undefined =>
  shownText(str(v) && beginning(v as string, LONGEST_LABEL));
