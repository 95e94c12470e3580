import { str } from './decode';

/** Characters that turn the direction of what is read, so that `gpj.exe` may stand for another name; letters have their own. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** More marks on one letter than any language has. */
const HEAP = /(\p{M}{8})\p{M}+/gu;

/** How long a name, a title or the words on a button may be, in characters: four times what services allow. */
const LONGEST_LABEL = 512;

/** A text of whatever length as it may be drawn. */
export const shownText = (v: unknown): string | undefined => str(v)?.replace(TURNS, '').replace(HEAP, '$1');

/** A name, a title or the words on a button as they may be drawn; what is too long is cut, and ends in `…`. */
export const shownLabel = (v: unknown): string | undefined => {
  const text = str(v);
  const cut = text && text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
  // A surrogate that was cut from its other half goes.
  return shownText(cut?.replace(/[\ud800-\udbff](?=…$)/, ''));
};
