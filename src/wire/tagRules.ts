/** The name of a conversation's tags in its metadata; the value is the tags, joined by commas. */
export const TAGS = 'zen:ticket:tags';

const MOST_TAGS = 20;
const LONGEST_TAG = 255;

/** Letters and digits of any script, and what joins words. */
const TAG = /^[\p{L}\p{M}\p{N}_\-:/]+$/u;

/** The reason why a tag is left out; undefined for a valid tag. */
const problemOf = (tag: string): string | undefined => {
  if (tag.length > LONGEST_TAG) return `Expected a tag of at most ${LONGEST_TAG} characters.`;
  return TAG.test(tag)
    ? undefined
    : `Expected a tag of letters, digits, _, -, : and /, not ${JSON.stringify(tag)}.`;
};

/**
 * Metadata with its tags as `readTags` returns them. The page may give tags by name, as a list or as one text with
 * commas. Invalid tags are left out.
 */
export const withReadTags = (metadata: Record<string, unknown>): Record<string, unknown> => {
  if (!Object.hasOwn(metadata, TAGS)) return metadata;
  const { [TAGS]: given, ...rest } = metadata;
  const list: unknown[] = Array.isArray(given) ? given : `${given ?? ''}`.split(',');
  const { tags } = readTags(list.map((tag) => (typeof tag === 'string' ? tag.trim() : tag)));
  return { ...rest, [TAGS]: tags.join() };
};

/**
 * Reads the page's conversation tags: spaces become underscores, letters become lower case; each tag counts once.
 * @returns the tags, and the problems to log
 */
export const readTags = (given: unknown): { tags: string[]; problems: string[] } => {
  if (!Array.isArray(given)) return { tags: [], problems: ['Expected a list of conversation tags.'] };
  const tags = new Set<string>();
  const problems: string[] = [];
  for (const value of given) {
    const tag = typeof value === 'string' && value.replaceAll(' ', '_').toLowerCase();
    const problem = tag === false ? 'Expected a tag of type "string".' : problemOf(tag);
    if (problem) problems.push(problem);
    else tags.add(String(tag));
  }
  if (tags.size > MOST_TAGS)
    problems.push(`Expected at most ${MOST_TAGS} tags; the last ${tags.size - MOST_TAGS} are left out.`);
  return { tags: [...tags].slice(0, MOST_TAGS), problems };
};
