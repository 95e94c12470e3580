import { describe, expect, it } from 'vitest';
import { withoutGone } from '../../../src/model/reconcile';
import { held, unsent, wire } from '../../support/messages';

const log = [held('a', 1), held('b', 2), held('c', 3)];
const all = new Set(['a', 'b', 'c']);
const ids = (messages: readonly { _id: string }[]) => messages.map((m) => m._id);
const read = (...fetched: [string, number][]) => fetched.map(([id, at]) => wire(id, at));

describe('a message that the service no longer has', () => {
  const [whole, pages] = [
    { joined: true, complete: true },
    { joined: true, complete: false },
  ];
  const apart = { joined: false, complete: false };

  it.each([
    ['is removed when the whole log was read', log, read(['a', 1], ['c', 3]), whole, 'a c'],
    ['is removed with all others when the log is empty', log, [], whole, ''],
    [
      'cannot be recognised before the pages read, if they join the held log',
      log,
      read(['c', 3]),
      pages,
      'a b c',
    ],
    ['is removed when the pages read should contain it', log, read(['a', 1], ['c', 3]), pages, 'a c'],
    [
      'is removed also when it has the time of the oldest message read',
      log,
      read(['x', 2], ['c', 3]),
      pages,
      'a c',
    ],
    [
      'is removed with all held ones when the pages contain none of them',
      log,
      read(['x', 8], ['y', 9]),
      apart,
      '',
    ],
    ['is never one that arrived during the reading', [...log, held('d', 4)], [], whole, 'd'],
    ['is never an unsent one', [...log, unsent('u', 5)], [], whole, 'u'],
  ])('%s', (_name, messages, fetched, how, left) => {
    expect(ids(withoutGone(messages, { heldBefore: all, fetched, ...how })).join(' ')).toBe(left);
  });

  it('leaves the log the same object when there is none', () => {
    const fetched = read(['a', 1], ['b', 2], ['c', 3]);
    expect(withoutGone(log, { heldBefore: all, fetched, joined: true, complete: true })).toBe(log);
  });
});
