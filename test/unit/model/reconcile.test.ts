import { describe, expect, it } from 'vitest';
import { withoutGone } from '../../../src/model/reconcile';
import { held, unsent, wire } from '../../support/messages';

const log = [held('a', 1), held('b', 2), held('c', 3)];
const all = new Set(['a', 'b', 'c']);
const ids = (messages: readonly { _id: string }[]) => messages.map((m) => m._id);
const read = (...fetched: [string, number][]) => fetched.map(([id, at]) => wire(id, at));

describe('what the service no longer has', () => {
  it('is left out where the whole log was read', () => {
    const fetched = read(['a', 1], ['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: true }))).toEqual([
      'a',
      'c',
    ]);
  });

  it('is everything, when its log is empty', () => {
    expect(withoutGone(log, { heldBefore: all, fetched: [], joined: true, complete: true })).toEqual([]);
  });

  it('cannot be told of what is older than what was read, where that joins it', () => {
    const fetched = read(['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: false }))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('is what lies within what was read and is not there', () => {
    const fetched = read(['a', 1], ['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: false }))).toEqual([
      'a',
      'c',
    ]);
  });

  it('is what is not there though it is of the same time as the oldest that was read', () => {
    const fetched = read(['x', 2], ['c', 3]);
    expect(ids(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: false }))).toEqual([
      'a',
      'c',
    ]);
  });

  it('is all that was held, where the reading found nothing of it', () => {
    const fetched = read(['x', 8], ['y', 9]);
    expect(withoutGone(log, { heldBefore: all, fetched, joined: false, complete: false })).toEqual([]);
  });

  it('is never what came in while the reading was under way', () => {
    const now = [...log, held('d', 4)];
    expect(ids(withoutGone(now, { heldBefore: all, fetched: [], joined: true, complete: true }))).toEqual([
      'd',
    ]);
  });

  it('is never what the visitor has not sent yet', () => {
    const now = [...log, unsent('u', 5)];
    expect(ids(withoutGone(now, { heldBefore: all, fetched: [], joined: true, complete: true }))).toEqual([
      'u',
    ]);
  });

  it('is nothing, and the log stays the very same, where all is there', () => {
    const fetched = read(['a', 1], ['b', 2], ['c', 3]);
    expect(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: true })).toBe(log);
  });
});
