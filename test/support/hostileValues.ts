import fc from 'fast-check';

/** Nested deeper than anything that calls itself for each level can go. */
const DEEP = 20_000;
const deepJson = (open: string, close: string) => `${open.repeat(DEEP)}1${close.repeat(DEEP)}`;

/** Numbers that a date, a timer, a sum or a format cannot take. */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(-1, -0, 0, 5e-324, 0.5, 2_147_483.647, 2_147_484, 4_294_967_296, 2 ** 53, -(2 ** 53)),
  fc.constantFrom(8.64e12, 8.7e12, -8.7e12, 9e12, -9e12, 253_402_300_800, 1e300, -1e300, 1e308),
  fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.double(),
);

/** Strings that an address, a header, a name or a screen cannot take. */
export const hostileString: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', 'a\udfffb', '\u202e', '__proto__', 'constructor', '../..'),
  fc.constantFrom('x'.repeat(130_001), '\ud800'.repeat(200_000), '😀'.repeat(60_000), '\n'.repeat(100_000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** What no field is meant to hold; nothing that only code could make, as it stands for what came as JSON. */
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

/** Every way to a value inside, the whole last. */
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

/** A good value in which one to three parts, at any depth, hold what they should not. */
export const spoilt = (good: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsOf(good)), hostileValue), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      // A deeper change first: what is replaced above it may not be an object any more.
      changes
        .sort(([a], [b]) => b.length - a.length)
        .reduce((value, [path, by]) => replace(value, path, by), good),
    );

/** JSON text, also of what is nested so deep that `JSON.stringify` cannot write it. */
const toText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return deepJson('{"a":', '}');
  }
};

/** What may stand in a browser's storage under a key of ours. @param good what the messenger itself would have put there */
export const hostileStored = (good: unknown = {}): fc.Arbitrary<string> =>
  fc.oneof(
    hostileString,
    hostileNumber.map(String),
    spoilt(good).map(toText),
    hostileValue.map(toText),
    fc.constantFrom('[{', 'null', '"', 'undefined', deepJson('[', ']'), deepJson('{"message":', '}')),
  );
