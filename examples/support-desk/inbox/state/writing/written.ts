import type { SafeStorage } from '../../platform/storage';
import { createDrafts, type Drafts } from './drafts';
import { createNextActs, type NextActs } from './nextActs';
import { createQuotes, type Quotes } from './quotes';
import { createUnsentReplies, type UnsentReplies } from './unsentReplies';

/** What an agent has written and not sent, in the tab's part of the storage. */
export type Written = {
  drafts: Drafts;
  unsentReplies: UnsentReplies;
  quotes: Quotes;
  nextActs: NextActs;
};

export const createWritten = (own: SafeStorage) => {
  const drafts = createDrafts(own);
  const quotes = createQuotes(own);
  const nextActs = createNextActs(own);
  const unsentReplies = createUnsentReplies(own);
  const written: Written = { drafts, unsentReplies, quotes, nextActs };
  return {
    written,
    clear: (): void => {
      drafts.clear();
      unsentReplies.clear();
      quotes.clear();
      nextActs.clear();
    },
    /** Takes over what a closed tab left, except for unsent replies. */
    takeOver: (left: SafeStorage): void => {
      drafts.takeOver(left);
      quotes.takeOver(left);
      nextActs.takeOver(left);
    },
  };
};

/** Forgets what was written in a deleted conversation. */
export const forgetWritten = ({ drafts, quotes, nextActs, unsentReplies }: Written, id: string): void => {
  drafts.forget(id);
  quotes.set(id, undefined);
  nextActs.forget(id);
  unsentReplies.set(id, []);
};
