import { shownLabel } from '../wire/shown';
import type { Message } from './message';

/** The messages of a log that may be quoted: their texts by id, and the set of all texts. */
export type Quotable = { ids: ReadonlyMap<string, string>; words: ReadonlySet<string> };

export const quotableOf = (messages: readonly Message[]): Quotable => {
  const ids = new Map<string, string>();
  for (const { _id, text, textFallback, altText } of messages) {
    // Cut to the length of a quotation, so that both compare equal.
    const words = shownLabel(text || textFallback || altText)?.trim();
    if (words) ids.set(_id, words);
  }
  return { ids, words: new Set(ids.values()) };
};
