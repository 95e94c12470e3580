import { changesBetween, type FlatSettings, sameSetting } from '../../../shared/settingsPaths';

/** A table with one setting changed; `undefined` removes it. */
export const withSetting = (flat: FlatSettings, path: string, value: unknown): FlatSettings => {
  const { [path]: _before, ...rest } = flat;
  return value === undefined ? rest : { ...rest, [path]: value };
};

/**
 * Applies an agent's changes to the settings that another agent has saved since.
 * @param base what the agent began with
 * @returns the new draft, and the settings that both agents have changed to different values
 */
export const rebase = (
  base: FlatSettings,
  mine: FlatSettings,
  theirs: FlatSettings,
): { draft: FlatSettings; both: string[] } => {
  const changed = new Set(changesBetween(base, theirs).map(({ path }) => path));
  const both: string[] = [];
  let draft = theirs;
  for (const { path, after } of changesBetween(base, mine)) {
    if (changed.has(path) && !sameSetting(theirs[path], after)) both.push(path);
    draft = withSetting(draft, path, after);
  }
  return { draft, both };
};
