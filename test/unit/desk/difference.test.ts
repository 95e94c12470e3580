import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, withDifference } from '../../../examples/support-desk/server/bus/difference';

const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value));

describe('the difference of two values', () => {
  it('makes the second of the first, whatever the two are', () => {
    const pair = fc.oneof(
      fc.tuple(fc.jsonValue(), fc.jsonValue()),
      // Two that have much in common.
      fc
        .tuple(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
        .map(([both, more]) => [both, { ...both, ...more }] as const),
      fc.tuple(fc.string(), fc.string()).map(([text, end]) => [{ text }, { text: text + end }] as const),
    );
    fc.assert(
      fc.property(pair, ([first, second]) => {
        const [before, after] = [sent(first), sent(second)];
        expect(withDifference(before, sent(differenceOf(before, after)))).toEqual(after);
        expect(withDifference(after, sent(differenceOf(after, before)))).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });

  it('of a text that has grown is only its end', () => {
    const difference = differenceOf({ a: 1, text: 'One', gone: 1 }, { a: 1, text: 'One two' });
    expect(difference).toEqual({ fields: { text: { end: ' two' } }, gone: ['gone'] });
  });

  it('of another value is refused', () => {
    expect(() => withDifference(1, { end: 'x' })).toThrow(TypeError);
    expect(() => withDifference('x', { fields: {} })).toThrow(TypeError);
  });
});
