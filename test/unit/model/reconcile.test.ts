import { describe, expect, it } from 'vitest';
import { withoutGone } from '../../../src/model/reconcile';
import { held, unsent, wire } from '../../support/messages';

const log = [held('a', 1), held('b', 2), held('c', 3)];
const all = new Set(['a', 'b', 'c']);
const ids = (messages: readonly { _id: string }[]) => messages.map((m) => m._id);
const read = (...fetched: [string, number][]) => fetched.map(([id, at]) => wire(id, at));

describe('a message that the service no longer has', () => {
  it('is removed when the whole log was read', () => {
    const fetched = read(['a', 1], ['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: true }))).toEqual([
      'a',
      'c',
    ]);
  });

  it('is removed with all others when the log is empty', () => {
    expect(withoutGone(log, { heldBefore: all, fetched: [], joined: true, complete: true })).toEqual([]);
  });

  it('cannot be recognised before the pages read, if they join the held log', () => {
    const fetched = read(['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: false }))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('is removed when the pages read should contain it', () => {
    const fetched = read(['a', 1], ['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: false }))).toEqual([
      'a',
      'c',
    ]);
  });

  it('is removed also when it has the time of the oldest message read', () => {
    const fetched = read(['x', 2], ['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: false }))).toEqual([
      'a',
      'c',
    ]);
  });

  it('is removed with all held ones when the pages contain none of them', () => {
    const fetched = read(['x', 8], ['y', 9]);
    expect(withoutGone(log, { heldBefore: all, fetched, joined: false, complete: false })).toEqual([]);
  });

  it('is never one that arrived during the reading', () => {
    const now = [...log, held('d', 4)];
    expect(ids(withoutGone(now, { heldBefore: all, fetched: [], joined: true, complete: true }))).toEqual([
      'd',
    ]);
  });

  it('is never an unsent one', () => {
    const now = [...log, unsent('u', 5)];
    expect(ids(withoutGone(now, { heldBefore: all, fetched: [], joined: true, complete: true }))).toEqual([
      'u',
    ]);
  });

  it('leaves the log the same object when there is none', () => {
    const fetched = read(['a', 1], ['b', 2], ['c', 3]);
    expect(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: true })).toBe(log);
  });
});
