import { patternOf, searchForms } from '../../shared/searchForms';

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
