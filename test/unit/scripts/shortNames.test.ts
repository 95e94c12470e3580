import { describe, expect, it } from 'vitest';
import { chooseNames } from '../../../scripts/shortNames.mjs';

const ours = [
  'slice.initializedStatus.value = slice.creationStatus',
  'other.initializedStatus; read[ab]; body.referenceId; on.onClick; words.title',
];

describe('the names that are shortened', () => {
  it('are those that nobody else has, the most used first', () => {
    const names = chooseNames({
      ours,
      others: ['referenceId onclick value slice other read body words title'],
    });
    expect([...names.keys()]).toEqual(['initializedStatus', 'creationStatus']);
  });

  it('are not those that stand in quotes, whole or with dots between', () => {
    const quoted = [...ours, "show('creationStatus')", 't(`state.initializedStatus`)'];
    const names = chooseNames({ ours: quoted, others: [] });
    expect([names.has('creationStatus'), names.has('initializedStatus')]).toEqual([false, false]);
  });

  it('are not those that a module gives, as whoever loads it reads them by name', () => {
    const given = [...ours, 'export const creationStatus = 1; export { a as initializedStatus } from "./a"'];
    expect([...chooseNames({ ours: given, others: [] }).keys()]).not.toContain('creationStatus');
    expect([...chooseNames({ ours: given, others: [] }).keys()]).not.toContain('initializedStatus');
  });

  it('are not those that somebody else has in another case, as events and attributes have', () => {
    expect(chooseNames({ ours, others: ['ONCLICK'] }).has('onClick')).toBe(false);
  });

  it('get names that are each other’s and nobody’s', () => {
    const short = [...chooseNames({ ours, others: ['aa ba'] }).values()];
    expect(new Set(short).size).toBe(short.length);
    expect(short.filter((name) => ['aa', 'ab', 'ba'].includes(name))).toEqual([]);
  });
});
