/**
 * Small tolerant readers for values that came from outside. Each gives the value when it has the right type and
 * `undefined` (or an empty collection) when it has not; none throws. Bad input never reaches a slice.
 */
export type Json = Record<string, unknown>;

export const obj = (v: unknown): Json => (Object(v) !== v || Array.isArray(v) ? {} : (v as Json));

export const list = (v: unknown): unknown[] => (Array.isArray(v) ? v : []);

export const str = (v: unknown): string | undefined => (typeof v === 'string' ? v : undefined);

export const num = (v: unknown): number | undefined => (Number.isFinite(v) ? (v as number) : undefined);

/** The last second of the year 9999. */
const LATEST = 253_402_300_799;

/** A time in float seconds since 1970; undefined where no `Date` could show it. Every time from outside is read by this. */
export const seconds = (v: unknown): number | undefined => {
  const n = num(v);
  return n !== undefined && Math.abs(n) <= LATEST ? n : undefined;
};

/**
 * A number moved into its bounds; undefined where it is none. Whatever comes from outside and sets a timer, or is drawn, has
 * a floor and a ceiling.
 */
export const clamp = (v: unknown, floor: number, ceiling: number): number | undefined => {
  const n = num(v);
  return n === undefined ? undefined : Math.min(Math.max(n, floor), ceiling);
};

/** A number within its bounds; undefined where it is outside of them, as a wrong one would be shown. */
export const within = (v: unknown, floor: number, ceiling: number): number | undefined => {
  const n = num(v);
  return n !== undefined && n >= floor && n <= ceiling ? n : undefined;
};

/** More characters than this no id or token has: an address or a header would not take them. */
const LONGEST_ID = 4096;

/** An id or token that an address or a header can hold: neither takes a lone surrogate or a control character. */
export const ident = (v: unknown): string | undefined => {
  const text = str(v);
  return text && text.length <= LONGEST_ID && !/[\p{Surrogate}\p{Cc}]/u.test(text) ? text : undefined;
};

/** Deeper than this nothing is nested that anybody means, and what reads it by itself calling itself may break. */
const DEEPEST = 50;

const isShallow = (v: unknown, left: number): boolean =>
  Object(v) !== v || (left > 0 && Object.values(v as Json).every((inner) => isShallow(inner, left - 1)));

/** An object that may be kept and sent on; undefined where it is none, or is nested too deep. */
export const plain = (v: unknown): Json | undefined =>
  obj(v) === v && isShallow(v, DEEPEST) ? (v as Json) : undefined;

export const bool = (v: unknown): boolean | undefined => (typeof v === 'boolean' ? v : undefined);

/** The value when it is one of the allowed strings. */
export const oneOf = <T extends string>(v: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((a) => a === v);

/** Decodes each entry and keeps those that decode. */
export const listOf = <T>(v: unknown, decode: (entry: unknown) => T | undefined): T[] => {
  const out: T[] = [];
  for (const entry of list(v)) {
    const decoded = decode(entry);
    if (decoded !== undefined) out.push(decoded);
  }
  return out;
};
