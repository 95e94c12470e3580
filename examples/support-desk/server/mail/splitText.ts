import { isTooLong } from '@porch/messenger/model/validation';
import { MAX_TEXT } from '@porch/messenger/wire/message';
import { cutText } from '../model/clean';

const MAX_PARTS = 5;

/** The end of the longest beginning that fits into a message: after a paragraph, a line or a word, or anywhere. */
const endOf = (text: string): number => {
  const longest = cutText(text, MAX_TEXT);
  for (const sign of ['\n\n', '\n', ' ']) {
    const at = longest.lastIndexOf(sign);
    if (at > MAX_TEXT / 2) return at;
  }
  return longest.length;
};

/** Splits a text into at most five messages. The rest of a longer one is cut off. */
export const splitText = (text: string): string[] => {
  const parts: string[] = [];
  let rest = text;
  while (isTooLong(rest) && parts.length < MAX_PARTS - 1) {
    const end = endOf(rest);
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  if (rest !== '') parts.push(isTooLong(rest) ? `${cutText(rest, MAX_TEXT - 1)}…` : rest);
  return parts;
};
