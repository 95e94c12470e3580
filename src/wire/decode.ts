/**
 * Small tolerant readers for values that came from outside. Each gives the value when it has the right type and
 * `undefined` (or an empty collection) when it has not; none throws. Bad input never reaches a slice.
 */
export type Json = Record<string, unknown>;

export const obj = (v: unknown): Json => (Object(v) !== v || Array.isArray(v) ? {} : (v as Json));

export const list = (v: unknown): unknown[] => (Array.isArray(v) ? v : []);

export const str = (v: unknown): string | undefined => (typeof v === 'string' ? v : undefined);

export const num = (v: unknown): number | undefined => (Number.isFinite(v) ? (v as number) : undefined);

/** A number that is no less than this one. */
export const atLeast =
  (least: number) =>
  (v: unknown): number | undefined =>
    (num(v) ?? Number.NaN) >= least ? (v as number) : undefined;

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
