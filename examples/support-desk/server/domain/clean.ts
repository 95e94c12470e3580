const MAX_DEPTH = 24;

/** PostgreSQL takes neither NUL nor half a surrogate pair in text or jsonb. */
export const cleanText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

/**
 * A copy of a parsed JSON value that any store takes: text cleaned, `__proto__` left out.
 * @returns `undefined` when the value is nested deeper than 24 levels
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
      if (key !== '__proto__') out[cleanText(key)] = walk(entry, depth + 1);
    }
    return out;
  };
  const clean = walk(value, 0);
  return tooDeep ? undefined : clean;
};
