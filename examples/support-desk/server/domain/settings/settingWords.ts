import * as v from 'valibot';

/** The name of a JSON type. valibot's own names are those of JavaScript. */
const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'an object',
};

/** A schema's fields, inside `optional` and `pipe`; `undefined` if it is not an object. */
type Nested = { wrapped?: Nested; entries?: Record<string, Nested>; item?: Nested };

const inner = (schema: Nested | undefined): Nested | undefined =>
  schema?.wrapped ? inner(schema.wrapped) : schema;

/** The allowed names in an object at this path. */
const namesAt = (schema: unknown, path: readonly (string | number)[]): string[] => {
  let at = inner(schema as Nested);
  for (const key of path) at = inner(typeof key === 'number' ? at?.item : at?.entries?.[key]);
  return Object.keys(at?.entries ?? {});
};

/** The edit distance between two texts. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const [left = 0, above = 0, corner = 0] = [next[j - 1], row[j], row[j - 1]];
      next.push(Math.min(left + 1, above + 1, corner + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

const NEAR = 2;
const MOST_NAMES = 12;
const MAX_NAME = 60;

/** Suggestions for an unknown name: a similar one, or all if they are few. */
const instead = (name: string, known: string[]): string => {
  const asked = name.toLowerCase();
  const near = known
    .map((one) => ({ one, far: distance(asked.slice(0, MAX_NAME), one.toLowerCase()) }))
    .filter(({ far }) => far <= NEAR)
    .sort((a, b) => a.far - b.far)[0];
  if (near) return `; did you mean ${near.one}?`;
  return known.length > 0 && known.length <= MOST_NAMES ? `; there are ${known.join(', ')}` : '';
};

const orList = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** `("left" | "right")` as `"left" or "right"`. */
const expectedWords = (expected: string): string =>
  orList(
    expected
      .replace(/^\((.*)\)$/s, '$1')
      .split(' | ')
      .map((one) => TYPES[one] ?? one),
  );

const LIMITS: Record<string, (limit: unknown, what: string) => string> = {
  min_value: (limit) => `must be at least ${limit}`,
  max_value: (limit) => `must be at most ${limit}`,
  min_length: (limit, what) => `must have at least ${limit} ${what}`,
  max_length: (limit, what) => `must have at most ${limit} ${what}`,
  integer: () => 'must be a whole number',
  url: () => 'must be an address, such as https://shop.example',
};

type Issue = v.BaseIssue<unknown>;

const limitWords = ({ type, requirement, input, message }: Issue): string =>
  LIMITS[type]?.(requirement, Array.isArray(input) ? 'entries' : 'characters') ??
  (message.startsWith('Invalid ') ? 'has a value that is not allowed' : message);

/**
 * Describes what is wrong and what was expected. Never quotes the value, which may be a secret.
 * @param schema the whole schema, for the existing names
 */
export const issueWords = (schema: unknown, issue: Issue): string => {
  const path = pathOf(issue);
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return `there is no such setting${instead(String(path.at(-1)), namesAt(schema, path.slice(0, -1)))}`;
  }
  if (issue.input === undefined) return 'is missing';
  return issue.kind === 'schema' && issue.expected
    ? `must be ${expectedWords(issue.expected)}`
    : limitWords(issue);
};

export const pathOf = (issue: Issue): (string | number)[] =>
  (issue.path ?? []).map(({ key }) => key as string | number);

/** The path in readable form. */
export const dotPath = (issue: Issue): string => v.getDotPath(issue) ?? 'the file';
