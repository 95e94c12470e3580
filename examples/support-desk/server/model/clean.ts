export { cutText } from '../../shared/cutText';

const MAX_DEPTH = 24;

/** Setting this key would change an object's prototype. No field uses it. */
const FORBIDDEN_KEY = '__proto__';

const HALF_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const HALF_PAIRS = new RegExp(HALF_PAIR, 'g');

/** Whether PostgreSQL can store this text: it rejects NUL and unpaired surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !HALF_PAIR.test(text);

/** Makes a text storable: removes NUL and replaces unpaired surrogates. */
export const cleanText = (text: string): string => text.replaceAll('\0', '').replace(HALF_PAIRS, '\ufffd');

/**
 * A copy of a parsed JSON value that every store accepts: text cleaned, `__proto__` left out.
 * @returns `undefined` if the value is nested deeper than 24 levels
 */
export const cleanJson = (value: unknown): unknown => {
  let tooDeep = false;
  const walk = (v: unknown, depth: number): unknown => {
    if (typeof v === 'string') return cleanText(v);
    if (v === null || typeof v !== 'object') return v;
    if (depth === MAX_DEPTH) {
      tooDeep = true;
      return undefined;
    }
    if (Array.isArray(v)) return v.map((entry) => walk(entry, depth + 1));
    const out: Record<string, unknown> = {};
    for (const [key, entry] of Object.entries(v)) {
      const name = cleanText(key);
      if (name !== FORBIDDEN_KEY) out[name] = walk(entry, depth + 1);
    }
    return out;
  };
  const clean = walk(value, 0);
  return tooDeep ? undefined : clean;
};
