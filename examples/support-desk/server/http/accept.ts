import type { Context } from 'hono';

/** How the desk compresses, by the names of HTTP. */
export type Encoding = 'br' | 'gzip';

/** The first that a client accepts is used. */
const SMALLEST_FIRST: readonly Encoding[] = ['br', 'gzip'];
/** Older names, which mean the same. */
const ALIASES: Record<string, string> = { 'x-gzip': 'gzip' };
const WEIGHT = /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** A weight that cannot be read counts as 0. */
const weightOf = (parameters: readonly string[]): number => {
  const given = parameters.find((one) => /^q\b/.test(one));
  if (given === undefined) return 1;
  return WEIGHT.test(given) ? Number(given.slice(2)) : 0;
};

/**
 * Chooses the smallest encoding that a client accepts. Its weights are not compared: all but 0 accept.
 * @param header the client's `Accept-Encoding`
 * @returns undefined for an answer that is not compressed, which every client reads, whatever its header says
 */
export const chooseEncoding = (header = ''): Encoding | undefined => {
  const accepted = new Map<string, boolean>();
  for (const row of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = row.split(';').map((part) => part.trim());
    const coding = ALIASES[name] ?? name;
    // Of two rows, the one that refuses counts.
    accepted.set(coding, accepted.get(coding) !== false && weightOf(parameters) > 0);
  }
  return SMALLEST_FIRST.find((one) => accepted.get(one) ?? accepted.get('*') ?? false);
};

/** The encoding of an answer. Its `Vary` must have `Accept-Encoding`. */
export const encodingOf = (c: Context): Encoding | undefined =>
  chooseEncoding(c.req.header('accept-encoding'));
