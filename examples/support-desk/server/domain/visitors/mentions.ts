import type { User } from '../../model/entities';

/** A shorter id, such as 7, would match unrelated pages. */
const SHORTEST = 4;

/** Only ASCII characters are special there. */
const escaped = (word: string): string => word.replace(/[!-/:-@[-^`{-~]/g, '\\$&');

/**
 * A regular expression that finds what identifies a visitor, as whole words, in pages and reports: their ids, those of
 * their conversations, and their email address. Works in JavaScript and PostgreSQL.
 */
export const mentionsOf = (user: User, conversationIds: readonly string[]): string => {
  const { id, externalId, profile, corrections } = user;
  const words = [id, externalId, profile.email, corrections.email?.value, ...conversationIds].filter(
    (word): word is string => typeof word === 'string' && word.length >= SHORTEST,
  );
  const forms = new Set(words.flatMap((word) => [word, encodeURIComponent(word)]));
  return `(^|[^A-Za-z0-9])(${[...forms].map(escaped).join('|')})([^A-Za-z0-9]|$)`;
};
