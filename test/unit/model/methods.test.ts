import { expect, it } from 'vitest';
import { documented, frequent, mistaken } from '../../../scripts/calls/methodTable.mjs';
import { assertMethod } from '../../../src/model/methods';
import { STEPS } from '../../../src/model/methodTable';

const passes = (name: string): boolean => {
  try {
    return assertMethod(name.split('.')) === name;
  } catch {
    return false;
  }
};

it('the loader takes each documented call, by a table that has no other: node scripts/callTables.mjs', () => {
  expect(documented().filter((name) => !passes(name))).toEqual([]);
  expect(STEPS).toHaveLength(documented().length);
});

it('rejects 97 in 100 of the names that a page has by mistake, before anything is fetched (api-2)', () => {
  const wrong = mistaken();
  expect(wrong.length).toBeGreaterThan(2_500);
  expect(wrong.filter(passes).length / wrong.length).toBeLessThan(0.03);
  for (const name of [
    'messenger.openn',
    'messenger.lougout',
    'messenger.opens',
    'messenger:set.locales',
    'messenger:on.openx',
    ...frequent(),
  ])
    expect(() => assertMethod(name.split('.'))).toThrow(new Error(`Method ${name} does not exist`));
});
