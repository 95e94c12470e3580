import { expect } from 'vitest';
import type { Looked } from './look';
import type { Row } from './row';

/** What a page without Porch is like, loaded twice: what differs between the two moves without Porch. */
export type Plain = readonly [Looked, Looked];

/** The globals that Porch adds. */
const OURS = ['zE', 'zEmbed'];

/** @returns what is not as on the page without Porch; empty where all is */
export const changesOf = (row: Row, [one, other]: Plain, now: Looked): string[] => {
  const compared = row.moves ? [] : (['size', 'attributes', 'sheets'] as const);
  const always = row.inRealm ? (['builtIns'] as const) : (['frames', 'builtIns'] as const);
  const changes = [...compared, ...always]
    .filter((part) => one[part] === other[part] && now[part] !== one[part])
    .map((part) => `${part}: ${one[part]} → ${now[part]}`);
  const { length } = one.boxes;
  if (!row.moves && length === other.boxes.length) {
    if (now.boxes.length !== length) changes.push(`elements: ${length} → ${now.boxes.length}`);
    else
      one.boxes.forEach((box, i) => {
        if (box === other.boxes[i] && now.boxes[i] !== box) changes.push(`${box} → ${now.boxes[i]}`);
      });
  }
  // Libraries put random numbers into names.
  const plain = (name: string) => name.replace(/\d+/g, '0');
  const known = new Set([...one.globals, ...other.globals, ...OURS].map(plain));
  const more = now.globals.filter((name) => !known.has(plain(name)) && !row.possibleGlobals?.test(name));
  return [...changes, ...more.map((name) => `a new global: ${name}`)].slice(0, 10);
};

/** Looks until the page rests: until two looks, two pictures apart, are the same. */
export const lookAtRest = async (
  row: Row,
  look: { looked(): Promise<Looked>; ask<T>(x: string): Promise<T> },
) => {
  const next = async () => {
    await look.ask('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    return look.looked();
  };
  let last = await next();
  if (row.moves) return last;
  await expect
    .poll(
      async () => {
        const before = last;
        last = await next();
        return before.boxes.join() === last.boxes.join() && before.size === last.size;
      },
      { interval: 100, message: 'the page without Porch rests' },
    )
    .toBe(true);
  return last;
};
