import fc from 'fast-check';

/** Nesting depth that overflows the stack of any recursive function. */
const DEEP = 20_000;
const deepJson = (open: string, close: string) => `${open.repeat(DEEP)}1${close.repeat(DEEP)}`;

/** Numbers that dates, timers, sums or formats cannot handle. */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(-1, -0, 0, 5e-324, 0.5, 2_147_483.647, 2_147_484, 4_294_967_296, 2 ** 53, -(2 ** 53)),
  fc.constantFrom(8.64e12, 8.7e12, -8.7e12, 9e12, -9e12, 253_402_300_800, 1e300, -1e300, 1e308),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.double(),
);

/** Strings that addresses, headers, names or screens cannot handle. */
export const hostileString: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', 'a\udfffb', '\u202e', '__proto__', 'constructor', '../..'),
  fc.constantFrom('x'.repeat(130_001), '\ud800'.repeat(50_000), '😀'.repeat(60_000), '\n'.repeat(100_000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Values that no field expects. All of them can occur in JSON. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileNumber,
  hostileString,
  fc.constantFrom(null, undefined, true, false, [], {}, [[]], [null]),
  fc.constant({ toString: 1, valueOf: 1 }),
  fc.constantFrom(deepJson('[', ']'), deepJson('{"a":', '}')).map((text): unknown => JSON.parse(text)),
  fc.jsonValue({ maxDepth: 3 }),
);

type Json = Record<string, unknown>;
const isBranch = (value: unknown): value is Json => Object(value) === value;

/** The paths to all values inside `value`; the path of `value` itself comes last. */
const pathsOf = (value: unknown, path: string[] = []): string[][] =>
  isBranch(value)
    ? [...Object.keys(value).flatMap((key) => pathsOf(value[key], [...path, key])), path]
    : [path];

const replace = (value: unknown, [key, ...rest]: string[], by: unknown): unknown => {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Json) }) as Json;
  copy[key] = replace(copy[key], rest, by);
  return copy;
};

/** Generates copies of a valid value in which one to three parts, at any depth, are invalid. */
export const spoilt = (good: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsOf(good)), hostileValue), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      // Apply the deepest change first, because a later change may replace its parent by a primitive.
      changes
        .sort(([a], [b]) => b.length - a.length)
        .reduce((value, [path, by]) => replace(value, path, by), good),
    );

/** Converts a value to JSON text, even if it is nested too deeply for `JSON.stringify`. */
export const toText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return deepJson('{"a":', '}');
  }
};

/**
 * Generates texts that browser storage may hold under the messenger's keys.
 * @param good a value the messenger itself would store
 */
export const hostileStored = (good: unknown = {}): fc.Arbitrary<string> =>
  fc.oneof(
    hostileString,
    hostileNumber.map(String),
    spoilt(good).map(toText),
    hostileValue.map(toText),
    fc.constantFrom('[{', 'null', '"', 'undefined', deepJson('[', ']'), deepJson('{"message":', '}')),
  );
