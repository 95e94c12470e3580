import { str } from './decode';

/**
 * Characters that reverse the reading direction; they can make a file name ending in `exe` look like another
 * type. Right-to-left letters need none of them.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** More than eight combining marks on one letter; no language needs that many. */
const HEAP = /(\p{M}{8})\p{M}+/gu;

/** The longest name, title or button label in characters: four times what services allow. */
const LONGEST_LABEL = 512;

/**
 * The first `most` characters of a text, followed by `…` when it was longer. Never splits a surrogate pair.
 */
export const beginning = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** A text of any length, made safe to draw. */
export const shownText = (v: unknown): string | undefined => str(v)?.replace(TURNS, '').replace(HEAP, '$1');

/** Makes a name, title or button label safe to draw. Cuts a long one and ends it with `…`. */
export const shownLabel = (v: unknown): string | undefined =>
  shownText(str(v) && beginning(v as string, LONGEST_LABEL));
