/** How to turn one JSON value into another: keep it, append to it, change fields, or replace it. */
export type Difference =
  | { same: true }
  | { end: string }
  | { fields: Record<string, Difference>; gone?: string[] }
  | { value: unknown };

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsDiffer = (before: Fields, after: Fields): Difference => {
  const fields: Record<string, Difference> = {};
  for (const [name, value] of Object.entries(after)) {
    const found: Difference = Object.hasOwn(before, name) ? differenceOf(before[name], value) : { value };
    if (!('same' in found)) Object.defineProperty(fields, name, { value: found, enumerable: true });
  }
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  if (gone.length > 0) return { fields, gone };
  return Object.keys(fields).length > 0 ? { fields } : { same: true };
};

/** The difference that turns `before` into `after`. Both are JSON. */
export const differenceOf = (before: unknown, after: unknown): Difference => {
  if (before === after) return { same: true };
  if (typeof before === 'string' && typeof after === 'string' && before !== '' && after.startsWith(before))
    return { end: after.slice(before.length) };
  if (isFields(before) && isFields(after)) return fieldsDiffer(before, after);
  return JSON.stringify(before) === JSON.stringify(after) ? { same: true } : { value: after };
};

/**
 * Applies a difference to an earlier value.
 * @throws if the difference is for another value
 */
export const withDifference = (before: unknown, found: Difference): unknown => {
  if ('same' in found) return before;
  if ('value' in found) return found.value;
  if ('end' in found) {
    if (typeof before !== 'string') throw new TypeError('Only a text gets an end');
    return before + found.end;
  }
  if (!isFields(before)) throw new TypeError('Only an object gets fields');
  const after = Object.fromEntries(Object.entries(before).filter(([name]) => !found.gone?.includes(name)));
  for (const [name, change] of Object.entries(found.fields)) {
    const value = withDifference(Object.hasOwn(before, name) ? before[name] : undefined, change);
    Object.defineProperty(after, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return after;
};
