import { shownLabel } from '../wire/shown';
import type { Message } from './message';

/** What may be quoted: the words of each message of a log, by its id, and all of them. */
export type Quotable = { ids: ReadonlyMap<string, string>; words: ReadonlySet<string> };

export const quotableOf = (messages: readonly Message[]): Quotable => {
  const ids = new Map<string, string>();
  for (const { _id, text, textFallback, altText } of messages) {
    // Cut as a quotation is.
    const words = shownLabel(text || textFallback || altText)?.trim();
    if (words) ids.set(_id, words);
  }
  return { ids, words: new Set(ids.values()) };
};
