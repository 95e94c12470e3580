import type { Context } from 'hono';

/** The encodings of the desk, by their names in HTTP. */
export type Encoding = 'br' | 'gzip';

/** The first one that a client accepts is used. */
const SMALLEST_FIRST: readonly Encoding[] = ['br', 'gzip'];
/** Older names with the same meaning. */
const ALIASES: Record<string, string> = { 'x-gzip': 'gzip' };
const WEIGHT = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** An invalid weight counts as 0. */
const weightOf = (parameters: readonly string[]): number => {
  const given = parameters.find((one) => /^q\b/.test(one));
  if (given === undefined) return 1;
  return WEIGHT.test(given) ? Number(given.slice(2)) : 0;
};

/**
 * Chooses the smallest encoding that a client accepts. Weights are not compared: every weight but 0 accepts.
 * @param header the client's `Accept-Encoding`
 * @returns undefined for an uncompressed answer, which every client can read, whatever its header
 */
export const chooseEncoding = (header = ''): Encoding | undefined => {
  const accepted = new Map<string, boolean>();
  for (const row of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = row.split(';').map((part) => part.trim());
    const coding = ALIASES[name] ?? name;
    // Of two rows, the refusing one wins.
    accepted.set(coding, accepted.get(coding) !== false && weightOf(parameters) > 0);
  }
  return SMALLEST_FIRST.find((one) => accepted.get(one) ?? accepted.get('*') ?? false);
};

/** The encoding of an answer. Its `Vary` must have `Accept-Encoding`. */
export const encodingOf = (c: Context): Encoding | undefined =>
  chooseEncoding(c.req.header('accept-encoding'));
