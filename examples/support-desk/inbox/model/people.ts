import { bucketOf } from '@porch/messenger/model/faces';

/** A person or bot with a label that is unique in the list. */
export type Labelled<T> = T & { label: string };

/** Labels each person with their name. People with the same name also get `more`: two colleagues may be called Ada. */
export const withLabels = <T extends { name: string }>(
  all: readonly T[],
  more: (one: T) => string,
): Labelled<T>[] => {
  const times = new Map<string, number>();
  const timesOf = ({ name }: T): number => times.get(name.toLowerCase()) ?? 0;
  for (const one of all) times.set(one.name.toLowerCase(), timesOf(one) + 1);
  return all.map((one) => ({ ...one, label: timesOf(one) > 1 ? `${one.name} (${more(one)})` : one.name }));
};

/** Number of avatar colors (styles/list.css). */
export const TINTS = 12;

/** A person's avatar color, derived from their id: evenly distributed and always the same. */
export const tintOf = (id: string): number => bucketOf(id, TINTS);

export { initials } from '@porch/messenger/model/faces';
