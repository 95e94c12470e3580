import type { AgentSavedReply } from '../../shared/answers/work';

/** How many saved replies to offer at once. */
const MOST_OFFERED = 6;

/** The word after a slash that ends at the caret, and the index of its slash, if any. */
export const slashAt = (text: string, caret: number): { from: number; word: string } | undefined => {
  const word = /(?:^|\s)\/([\p{L}\p{M}\p{N}_-]{0,40})$/u.exec(text.slice(0, caret))?.[1];
  return word === undefined ? undefined : { from: caret - word.length - 1, word: word.toLowerCase() };
};

/** The saved replies whose shortcut begins with the word, then those that contain it, then those in such a folder. */
export const repliesFor = (replies: readonly AgentSavedReply[], word: string): AgentSavedReply[] => {
  const begin = replies.filter(({ shortcut }) => shortcut.startsWith(word));
  const contain = replies.filter(({ shortcut }) => !shortcut.startsWith(word) && shortcut.includes(word));
  const inFolder = replies.filter(
    ({ shortcut, folder }) => !shortcut.includes(word) && folder.toLowerCase().startsWith(word),
  );
  return [...begin, ...contain, ...inFolder].slice(0, MOST_OFFERED);
};

/** Replaces a part of the text. @returns the new text, and the caret's position after the insertion */
export const insertAt = (
  text: string,
  from: number,
  to: number,
  inserted: string,
): { text: string; caret: number } => ({
  text: text.slice(0, from) + inserted + text.slice(to),
  caret: from + inserted.length,
});
