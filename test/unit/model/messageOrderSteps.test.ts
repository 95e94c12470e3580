import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/model/message';
import { addOptimistic, byReceived, mergeMessages } from '../../../src/model/messageOrder';
import { held, own, unsent, wire } from '../../support/messages';

const ids = (messages: readonly Message[]) => messages.map((m) => m._id);
/** Times relative to `second`, in tenths of a millisecond, rounded. */
const from = (second: number, messages: readonly Message[]) =>
  messages.map((m) => Math.round((m.received - second) * 10_000));

it('the order of two messages is reversed with its arguments, and equal for the same message', () => {
  const [a, b] = [held('a', 5), held('b', 5)];
  expect([byReceived(a, b), byReceived(b, a), byReceived(a, a)]).toEqual([-1, 1, 0]);
});

describe('an unconfirmed message, when one arrives from the service', () => {
  it('stays the same object when it is dated early enough', () => {
    const log = [unsent('a', 5), unsent('b', 30)];
    const next = mergeMessages(log, [wire('m', 20)]);
    expect(ids(next)).toEqual(['a', 'b', 'm']);
    expect(next[0]).toBe(log[0]);
    expect(from(20, next)).toEqual([-150_000, -10, 0]);
  });

  it('stays less than a step before it when no other one needs the place', () => {
    const log = [unsent('a', 19.9995)];
    expect(mergeMessages(log, [wire('m', 20)])[0]).toBe(log[0]);
  });

  it('makes room for one that steps aside behind it', () => {
    const log = [unsent('a', 19.9985), unsent('b', 30)];
    expect(from(20, mergeMessages(log, [wire('m', 20)]))).toEqual([-20, -10, 0]);
  });

  it('does not move when there is exactly enough room', () => {
    const log = [held('m0', 19.9979), unsent('a', 20 - 0.001 * 2), unsent('b', 30)];
    const next = mergeMessages(log, [wire('m', 20)]);
    expect(next[1]).toBe(log[1]);
    expect(from(20, next)).toEqual([-21, -20, -10, 0]);
  });

  it('does not move for one with more room than it needs', () => {
    const log = [unsent('a', 19.997), unsent('b', 30)];
    expect(mergeMessages(log, [wire('m', 20)])[0]).toBe(log[0]);
  });

  it('stays above it when both have the same time', () => {
    expect(from(20, mergeMessages([unsent('a', 20)], [wire('m', 20)]))).toEqual([-10, 0]);
  });

  it('divides the room there is and moves no confirmed message', () => {
    const log = [held('m0', 10), unsent('a', 12)];
    const next = mergeMessages(log, [wire('m', 10.001)]);
    expect(next[0]).toBe(log[0]);
    expect(from(10, next)).toEqual([0, 5, 10]);
  });

  it('does not step aside for one dated like the newest held message', () => {
    const log = [held('m0', 20), unsent('a', 20.5)];
    const next = mergeMessages(log, [wire('m1', 20)]);
    expect(ids(next)).toEqual(['m0', 'm1', 'a']);
    expect(next[2]).toBe(log[1]);
  });
});

describe('messages written after one that the service dates later', () => {
  const log = (...times: number[]) =>
    times.reduce<readonly Message[]>((all, at, i) => addOptimistic(all, unsent(`r${i}`, at)), []);

  it('follow it in steps', () => {
    const next = mergeMessages(log(10, 10.001, 10.002), [own('m', 13, 'r0')]);
    expect(ids(next)).toEqual(['m', 'r1', 'r2']);
    expect(from(13, next)).toEqual([0, 10, 20]);
  });

  it('are dated after it when both had the same time', () => {
    expect(from(13, mergeMessages(log(10, 13), [own('m', 13, 'r0')]))).toEqual([0, 10]);
  });

  it('stay the same objects when they were later anyway', () => {
    const before = log(10, 50, 60);
    const next = mergeMessages(before, [own('m', 13, 'r0')]);
    expect(ids(next)).toEqual(['m', 'r1', 'r2']);
    expect([next[1], next[2]]).toEqual([before[1], before[2]]);
    expect(next[1]).toBe(before[1]);
  });

  it('make room for the messages written after them', () => {
    expect(from(13, mergeMessages(log(10, 11, 13.0005, 40), [own('m', 13, 'r0')]))).toEqual([
      0, 10, 20, 270_000,
    ]);
  });
});

describe('two copies of a message', () => {
  const isSame = (a: unknown, b: unknown) => {
    const log = mergeMessages([], [wire('m', 1, { metadata: { a } })]);
    return mergeMessages(log, [wire('m', 1, { metadata: { a: b } })]) === log;
  };

  it.each([
    [5, {}],
    [true, []],
    ['ab', ['a', 'b']],
    [[], {}],
    [['x'], { 0: 'x' }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 2 }],
  ])('that hold %j and %j differ in both directions', (a, b) => {
    expect([isSame(a, b), isSame(b, a)]).toEqual([false, false]);
    expect([isSame(a, a), isSame(b, b)]).toEqual([true, true]);
  });

  it('are compared to a depth of fifty levels', () => {
    const nest = (levels: number) =>
      wire('m', 1, { metadata: JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) });
    const again = (levels: number) => {
      const log = mergeMessages([], [nest(levels)]);
      return mergeMessages(log, [nest(levels)]) === log;
    };
    expect([again(50), again(51)]).toEqual([true, false]);
  });
});
