/**
 * Settings as a flat table: the key is the path with slashes (`messenger/color/primary`), the value is anything
 * that is not an object. Names of settings have no slash.
 */
export type FlatSettings = Readonly<Record<string, unknown>>;

/** One setting that differs; `undefined` if it is not set. */
export type SettingsChange = { path: string; before?: unknown; after?: unknown };

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Settings as one table. Empty objects are left out, because they set nothing. */
export const flatten = (value: unknown, under = ''): FlatSettings => {
  if (!isTree(value)) return {};
  const out: Tree = {};
  for (const [key, entry] of Object.entries(value)) {
    const path = under + key;
    if (isTree(entry)) Object.assign(out, flatten(entry, `${path}/`));
    else if (entry !== undefined) out[path] = entry;
  }
  return out;
};

/** The reverse of `flatten`. */
export const unflatten = (flat: FlatSettings): Tree => {
  const out: Tree = {};
  for (const [path, value] of Object.entries(flat)) {
    if (value === undefined) continue;
    const names = path.split('/');
    const last = names.pop() as string;
    let at = out;
    for (const name of names) {
      const inner = Object.hasOwn(at, name) ? at[name] : undefined;
      const next = isTree(inner) ? inner : {};
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return out;
};

/** Whether two settings are equal. Lists are compared entry by entry. */
export const sameSetting = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The differences between two tables, in the order of the paths. */
export const changesBetween = (before: FlatSettings, after: FlatSettings): SettingsChange[] => {
  const of = (flat: FlatSettings, path: string) => (Object.hasOwn(flat, path) ? flat[path] : undefined);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .filter((path) => !sameSetting(of(before, path), of(after, path)))
    .map((path) => ({ path, before: of(before, path), after: of(after, path) }));
};
