import MiniSearch from 'minisearch';

/** One section of a page. */
type Section = {
  /** Relative to `/docs/`, with the heading. */
  address: string;
  page: string;
  title: string;
  text: string;
};

export type Hit = Section & {
  /** The part of the text around the first match. */
  excerpt: string;
  /** The words of the section that match. */
  found: string[];
};

const MOST_HITS = 12;
/** The allowed share of wrong letters in a word. */
const FUZZY = 0.2;
const BEFORE = 50;
const EXCERPT = 160;

const excerptOf = (text: string, found: readonly string[]): string => {
  const lower = text.toLowerCase();
  const places = found.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  if (first < BEFORE) return text.slice(0, EXCERPT) + (text.length > EXCERPT ? ' …' : '');
  const from = text.indexOf(' ', first - BEFORE) + 1;
  return `… ${text.slice(from, from + EXCERPT)}${text.length > from + EXCERPT ? ' …' : ''}`;
};

/**
 * Loads the sections, and prepares the search.
 * @param address of the sections' file
 * @returns a function that finds the best sections for some words
 * @throws if the file cannot be loaded
 */
export const loadSearch = async (address: string): Promise<(words: string) => Hit[]> => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const sections: Section[] = await answer.json();
  const index = new MiniSearch<Section & { id: number }>({
    fields: ['title', 'page', 'text'],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, combineWith: 'AND' },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return (words) => {
    // First as written, then with mistakes, then with any of the words.
    let results = index.search(words);
    if (results.length === 0) results = index.search(words, { fuzzy: FUZZY });
    if (results.length === 0) results = index.search(words, { fuzzy: FUZZY, combineWith: 'OR' });
    return results.slice(0, MOST_HITS).flatMap(({ id, terms }) => {
      const section = sections[Number(id)];
      return section ? [{ ...section, found: terms, excerpt: excerptOf(section.text, terms) }] : [];
    });
  };
};
