import type { AgentConversation } from '../../shared/answers/conversations';
import { addressForm, patternOf, searchForms } from '../../shared/searchForms';
import { inShort } from './describe';

/** The maximum length of a search text. */
export const LONGEST_SEARCH = 200;

/** A piece of text, and whether it matches the search. */
type Piece = { text: string; found: boolean };

const AROUND = 40;

/** Splits a text at the matches of a search, ignoring case. */
export const mark = (text: string, query: string): Piece[] => {
  if (!query) return [{ text, found: false }];
  return text
    .split(new RegExp(`(${searchForms(query).map(patternOf).join('|')})`, 'giu'))
    .map((piece, i) => ({ text: piece, found: i % 2 === 1 }))
    .filter((piece) => piece.text !== '');
};

/** One line of text that begins near the match. */
export const excerpt = (text: string, query: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const places = searchForms(query).map((form) =>
    line.toLowerCase().search(new RegExp(patternOf(form.toLowerCase()), 'u')),
  );
  const at = Math.max(...places);
  return at > AROUND ? `…${line.slice(at - AROUND / 2)}` : line;
};

const has = (text: string | undefined, query: string): text is string =>
  text !== undefined && mark(text, query).some(({ found }) => found);

const decoded = (address: string): string => {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
};

/** One line of what a search found, which the row then shows: a message, a note, a tag or a page. A name is in the row. */
export const foundWords = (
  { displayName, tags, visitor }: AgentConversation,
  { match, matchedNote }: Pick<AgentConversation, 'match' | 'matchedNote'>,
  query: string,
): string | undefined => {
  if (match) return excerpt(inShort(match), query);
  if (matchedNote !== undefined) return `Note: ${excerpt(matchedNote, query)}`;
  if (has(displayName, query)) return undefined;
  const tag = tags.find((one) => has(one, query));
  if (tag !== undefined) return `Tag: ${tag}`;
  const { currentTitle, currentUrl } = visitor;
  if (has(currentTitle, query)) return `Page: ${excerpt(currentTitle, query)}`;
  const isAddress = has(currentUrl, query) || has(currentUrl, addressForm(query));
  return isAddress ? `Page: ${excerpt(decoded(currentUrl), query)}` : undefined;
};
