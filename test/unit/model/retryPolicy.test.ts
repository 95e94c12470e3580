import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUEUED_TEXTS } from '../../../src/model/retries/texts';
import { decodeRetryPolicy, retryDelay } from '../../../src/model/retryPolicy';
import { hostileNumber, hostileValue } from '../../support/hostileValues';

describe('the retry policy', () => {
  it('is five retries, 60 s or 15 s apart and doubling, by default (msg-10)', () => {
    const standard = { intervals: { regular: 60, aggressive: 15 }, backoffMultiplier: 2, maxRetries: 5 };
    for (const none of [undefined, null, 'text', [], {}, { intervals: 3 }])
      expect(decodeRetryPolicy(none)).toEqual(standard);
    expect(QUEUED_TEXTS).toEqual(standard);
  });

  it('uses the service’s values field by field (msg-11)', () => {
    const named = { intervals: { regular: 90, aggressive: 20 }, backoffMultiplier: 3, maxRetries: 2 };
    expect(decodeRetryPolicy(named)).toEqual(named);
    expect(decodeRetryPolicy({ intervals: { aggressive: 30, regular: '7' }, maxRetries: null })).toEqual({
      intervals: { regular: 60, aggressive: 30 },
      backoffMultiplier: 2,
      maxRetries: 5,
    });
  });

  it('never lets a client retry too fast, for any values of the service', () => {
    const field = fc.oneof(hostileNumber, fc.integer(), hostileValue);
    const given = fc.record({
      intervals: fc.record({ regular: field, aggressive: field }),
      backoffMultiplier: field,
      maxRetries: field,
    });
    fc.assert(
      fc.property(given, fc.integer({ min: 1, max: 30 }), (value, failures) => {
        const policy = decodeRetryPolicy(value);
        // Once the attempts are used up, the regular interval repeats.
        for (const pace of ['regular', 'aggressive'] as const) {
          const wait = retryDelay(policy, failures, pace) ?? policy.intervals.regular;
          expect(wait >= 1 && wait <= 3600).toBe(true);
        }
        expect(policy.intervals.regular).toBeGreaterThanOrEqual(5);
        expect(policy.maxRetries).toBeLessThanOrEqual(20);
      }),
    );
  });
});

describe('the wait before another try', () => {
  it('doubles with each failure and ends with the fifth', () => {
    const waits = (pace: 'regular' | 'aggressive') =>
      [1, 2, 3, 4, 5, 6].map((failures) => retryDelay(QUEUED_TEXTS, failures, pace));
    expect(waits('aggressive')).toEqual([15, 30, 60, 120, 240, undefined]);
    expect(waits('regular')).toEqual([60, 120, 240, 480, 960, undefined]);
  });
});
