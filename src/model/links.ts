import { safeUrl } from './validation';

/** A run of text; `href` is set when it is a link. */
export type TextPart = { text: string; href?: string };

// Closing punctuation at the end belongs to the sentence, not to the address, but for a bracket that the
// address opens. The first lookbehind keeps 'hotel:' from matching as 'tel:'.
const LINK =
  /(?<![a-z+])(?:https?:\/\/|mailto:|tel:)[^\s<>"]*[^\s<>"'.,;:!?)\]}’”»、。](?:\)(?<=\/\/\S*\([^\s()]*\)))?/gi;

/** The most links in one text; later addresses stay plain text. */
const MOST_LINKS = 100;

/** Splits a message's text into plain runs and safe links (http, https, mailto and tel). */
export const splitLinks = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  let links = 0;
  for (const match of text.matchAll(LINK)) {
    if (links++ === MOST_LINKS) break;
    const href = safeUrl(match[0]);
    if (!href) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: match[0], href });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
};
