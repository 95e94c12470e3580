import type { Random } from './random';

/** A placeholder for JSON text that `JSON.stringify` cannot produce. `toJson` replaces it. */
const raw = (json: string): string => `\u0001raw:${json}\u0001`;

const EMOJI = '👩🏽‍💻';
const LENGTHS = [1, 36, 101, 129, 257, 301, 2047, 2048, 4097, 20_001, 60_000];

/**
 * Texts of emoji. A cut at any length splits an emoji in one of the first two; the others fit most limits.
 */
const HALVED = ['x🎉', '🎉'].flatMap((start) =>
  [2500, 300, 110].map((times) => () => start + '🎉'.repeat(times)),
);

/** Texts that some part of the desk may mishandle. */
export const hostileText = (random: Random): string =>
  random.pick<() => string>([
    () => '',
    () => ' ',
    () => '\0',
    () => `a\0${EMOJI}`,
    () => '\ud83d',
    () => `\udc4d${'x'.repeat(random.int(5))}`,
    () => 'x'.repeat(random.pick(LENGTHS)),
    () => EMOJI.repeat(random.pick([1, 20, 300])),
    ...HALVED,
    ...HALVED,
    () => ' '.repeat(random.pick([1000, 20_000])),
    () => '/'.repeat(random.pick([3, 20_000])),
    () => '\u202e\u200b\ufeff\u0000\u0007',
    () => '"}\\\u2028</script>',
    () => "'; DROP TABLE users; --%_\\",
    () => random.pick(['__proto__', 'constructor', 'toString', 'null', 'true', 'NaN', '[object Object]']),
    () => random.pick(['../../etc/passwd', 'file:///etc', 'javascript:alert(1)', 'http://[', 'data:,']),
    () => random.pick(['-1', '1e16', '1e400', '9'.repeat(400), '0x10', '1.5', '1e-400']),
    () => random.pick(['é', 'ß', 'ẞ', 'ﬃ', 'İ', 'مرحبا', '中文', '\u0301'.repeat(500)]),
  ])();

const NUMBERS = [
  '1e400',
  '-1e400',
  '1e16',
  '-1e16',
  '-0',
  '1e-400',
  '9007199254740993',
  '1.5',
  '-1',
  '2147483648',
];

const nested = (random: Random): string => {
  const depth = random.pick([23, 25, 8000]);
  return random.chance(0.5)
    ? `${'['.repeat(depth)}${']'.repeat(depth)}`
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
};

export const hostileValue = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => hostileText(random),
    () => hostileText(random),
    () => hostileText(random),
    () => raw(random.pick(NUMBERS)),
    () => raw(nested(random)),
    () => raw(nested(random)),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => [hostileText(random), hostileText(random)],
    () => Array.from({ length: random.pick([11, 33, 1001]) }, () => 'x'),
    () => ({ toString: 1, toJSON: 'x', valueOf: null, length: -1 }),
    () => raw('{"__proto__":{"admin":true},"constructor":{"prototype":null}}'),
  ])();

type Place = { parent: Record<string, unknown>; key: string };

const placesOf = (value: unknown): Place[] => {
  if (value === null || typeof value !== 'object') return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesOf(parent[key])]);
};

/** Changes one field somewhere in the value, in place. */
const changeOne = (value: Record<string, unknown>, random: Random): void => {
  const places = placesOf(value);
  if (places.length === 0) return;
  const { parent, key } = random.pick(places);
  const before = parent[key];
  // Replacing a text by another text gets furthest into the handlers.
  if (typeof before === 'string' && random.chance(0.4)) {
    parent[key] = hostileText(random);
    return;
  }
  random.pick<() => void>([
    () => {
      parent[key] = hostileValue(random);
    },
    () => {
      parent[key] = hostileValue(random);
    },
    () => {
      if (Array.isArray(parent)) (parent as unknown[]).splice(Number(key), 1);
      else delete parent[key];
    },
    () => {
      parent[key] = [before, before];
    },
    () => {
      parent[key] = { [key]: before };
    },
    () => {
      parent[key] = typeof before === 'string' ? `${before}${hostileText(random)}` : JSON.stringify(before);
    },
    () => {
      if (!Array.isArray(parent))
        parent[random.pick(['', 'a\0', '\ud83d', 'type', 'text', 'id', key.toUpperCase()])] =
          hostileValue(random);
    },
    () => {
      if (Array.isArray(before))
        parent[key] = Array.from({ length: 40 }, (_, at) => before[at % before.length]);
    },
  ])();
};

/** Copies a value and changes a few fields, so that most of it stays valid. */
export const mutate = (value: unknown, random: Random): unknown => {
  if (value === null || typeof value !== 'object') return hostileValue(random);
  const copy = structuredClone(value) as Record<string, unknown>;
  for (let left = 1 + random.int(3); left > 0; left--) changeOne(copy, random);
  return copy;
};

/** Converts the value to JSON, sometimes with a duplicate field. */
export const toJson = (value: unknown, random: Random): string => {
  const json =
    JSON.stringify(value)?.replace(/"\\u0001raw:((?:[^"\\]|\\.)*?)\\u0001"/g, (_, inner: string) =>
      JSON.parse(`"${inner}"`),
    ) ?? 'null';
  if (!json.startsWith('{"') || !random.chance(0.05)) return json;
  const end = json.indexOf('"', 2) + 1;
  return `{${json.slice(1, end)}:${JSON.stringify(hostileText(random))},${json.slice(1)}`;
};

/** The bytes of a body: usually complete, sometimes truncated, in another encoding, random or empty. */
export const toBytes = (text: string, random: Random): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.from(text);
  if (random.chance(0.95)) return new Uint8Array(bytes);
  return new Uint8Array(
    random.pick<() => Buffer>([
      () => bytes.subarray(0, random.int(bytes.length + 1)),
      () => Buffer.from(text, 'utf16le'),
      () => Buffer.from(text, 'latin1'),
      () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      () => Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
      () => Buffer.from(Array.from({ length: 200 }, () => random.int(256))),
      () => Buffer.alloc(0),
    ])(),
  );
};

/** Encodes a text for an address as browsers do: an unpaired surrogate becomes the replacement character. */
export const inQuery = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
