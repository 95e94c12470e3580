import { expect } from 'vitest';
import type { Nodes } from '../../examples/support-desk/server/store/sql/nodeRows';

const LONG = 60_000;

/** What the rows of processes must do on each database. */
export const checkNodes = async (nodes: Nodes): Promise<void> => {
  const [one, two] = [
    { id: 'one', host: 'a', shares: false },
    { id: 'two', host: 'b', shares: false },
  ];
  expect(await Promise.all([nodes.claim(one, LONG), nodes.claim(one, LONG)])).toEqual([undefined, undefined]);
  expect(await nodes.claim(two, LONG)).toMatchObject(one);
  expect(await nodes.renew('one')).toBe(true);
  expect(await nodes.renew('two')).toBe(false);
  // A lease of no time is over.
  expect(await nodes.claim(two, -1)).toBeUndefined();
  expect(await nodes.renew('one')).toBe(false);
  expect(await nodes.claim(one, LONG)).toMatchObject(two);
  await nodes.release('two');
  const racing = await Promise.all([nodes.claim(one, LONG), nodes.claim(two, LONG)]);
  expect(racing.filter((other) => other === undefined)).toHaveLength(1);
  for (const id of ['one', 'two']) await nodes.release(id);
  const [first, second] = [
    { ...one, shares: true },
    { ...two, shares: true },
  ];
  const sharing = await Promise.all([nodes.claim(first, LONG), nodes.claim(second, LONG)]);
  expect(sharing).toEqual([undefined, undefined]);
  expect(await nodes.first(LONG)).toBe('one');
  expect((await nodes.alive(LONG)).sort()).toEqual(['one', 'two']);
  expect(await nodes.alive(-1)).toEqual([]);
  expect(await nodes.hasSign('one', LONG)).toBe(false);
  await nodes.leaveSign('one');
  // It is of the last second, and stays.
  await nodes.leaveSign('two');
  expect(await Promise.all(['one', 'two'].map((id) => nodes.hasSign(id, LONG)))).toEqual([false, true]);
  expect(await nodes.hasSign('two', -1)).toBe(false);
  await nodes.release('one');
  expect(await nodes.first(LONG)).toBe('two');
  expect(await nodes.first(-1)).toBeUndefined();
  const alone = { id: 'three', host: 'c', shares: false };
  expect(await nodes.claim(alone, LONG)).toMatchObject({ shares: true });
  for (const id of ['one', 'two']) await nodes.release(id);
  expect(await nodes.claim(alone, LONG)).toBeUndefined();
  expect(await nodes.claim(first, LONG)).toMatchObject(alone);
};
