/**
 * Tolerant readers for values from outside. Each returns the value when it has the right type, and
 * `undefined` or an empty collection otherwise. None throws, so invalid input never reaches a slice.
 */
export type Json = Record<string, unknown>;

/** A type with each of its keys: one that is forgotten does not compile. */
export type Whole<T> = { [K in keyof Required<T>]: T[K] };

export const obj = (v: unknown): Json => (Object(v) !== v || Array.isArray(v) ? {} : (v as Json));

export const list = (v: unknown): unknown[] => (Array.isArray(v) ? v : []);

export const str = (v: unknown): string | undefined => (typeof v === 'string' ? v : undefined);

export const num = (v: unknown): number | undefined => (Number.isFinite(v) ? (v as number) : undefined);

/** Latest timestamp that can be displayed: the last second of the year 9999, in seconds since 1970. */
const LATEST = 253_402_300_799;

/**
 * A time in float seconds since 1970; undefined outside of the range that can be displayed. Every time from
 * outside is read with this.
 */
export const seconds = (v: unknown): number | undefined => {
  const n = num(v);
  return n !== undefined && Math.abs(n) <= LATEST ? n : undefined;
};

/**
 * A number clamped to its bounds; undefined when the value is no number. Every number from outside that sets a timer or
 * is drawn gets a floor and a ceiling.
 */
export const clamp = (v: unknown, floor: number, ceiling: number): number | undefined => {
  const n = num(v);
  return n === undefined ? undefined : Math.min(Math.max(n, floor), ceiling);
};

/** A number within its bounds, else undefined. Used where a clamped value would be displayed and be wrong. */
export const within = (v: unknown, floor: number, ceiling: number): number | undefined => {
  const n = num(v);
  return n !== undefined && n >= floor && n <= ceiling ? n : undefined;
};

/** The longest id or token in characters that fits into an address or a header. */
const LONGEST_ID = 4096;

/** A non-empty id or token that fits into an address or a header: neither takes a lone surrogate or a control character. */
export const ident = (v: unknown): string | undefined => {
  const text = str(v);
  return text && text.length <= LONGEST_ID && !/[\p{Surrogate}\p{Cc}]/u.test(text) ? text : undefined;
};

/** The deepest nesting accepted: recursive readers could overflow the stack on deeper values. */
const DEEPEST = 50;

const isShallow = (v: unknown, left: number): boolean =>
  Object(v) !== v || (left > 0 && Object.values(v as Json).every((inner) => isShallow(inner, left - 1)));

/** An object that may be kept and sent on; undefined for other types and for objects nested too deep. */
export const plain = (v: unknown): Json | undefined =>
  obj(v) === v && isShallow(v, DEEPEST) ? (v as Json) : undefined;

export const bool = (v: unknown): boolean | undefined => (typeof v === 'boolean' ? v : undefined);

/** The value when it is one of the allowed strings. */
export const oneOf = <T extends string>(v: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((a) => a === v);

/** Decodes each entry and drops those that decode to undefined. */
export const listOf = <T>(v: unknown, decode: (entry: unknown) => T | undefined): T[] => {
  const out: T[] = [];
  for (const entry of list(v)) {
    const decoded = decode(entry);
    if (decoded !== undefined) out.push(decoded);
  }
  return out;
};
