import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUEUED_TEXTS } from '../../../src/model/retries/texts';
import { decodeRetryPolicy, retryDelay } from '../../../src/model/retryPolicy';
import { hostileNumber, hostileValue } from '../../support/hostileValues';

describe('the retry policy', () => {
  it('is five retries, 60 s or 15 s apart and doubling, by default (msg-10)', () => {
    const standard = { regular: 60, aggressive: 15, backoffMultiplier: 2, maxRetries: 5 };
    for (const none of [undefined, null, 'text', [], {}, { intervals: 3 }])
      expect(decodeRetryPolicy(none)).toEqual(standard);
    expect(QUEUED_TEXTS).toEqual(standard);
  });

  it('uses the service’s values field by field (msg-11)', () => {
    const intervals = { regular: 90, aggressive: 20 };
    const rest = { backoffMultiplier: 3, maxRetries: 2 };
    expect(decodeRetryPolicy({ intervals, ...rest })).toEqual({ ...intervals, ...rest });
    expect(decodeRetryPolicy({ intervals: { aggressive: 30, regular: '7' }, maxRetries: null })).toEqual({
      regular: 60,
      aggressive: 30,
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
        const wait = retryDelay(policy, failures);
        expect(wait >= 1 && wait <= 3600).toBe(true);
        expect(policy.regular).toBeGreaterThanOrEqual(5);
        expect(policy.maxRetries).toBeLessThanOrEqual(20);
      }),
    );
  });
});

it('the wait before another try doubles with each of five failures, and is regular from then on', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((failures) => retryDelay(QUEUED_TEXTS, failures));
  expect(waits).toEqual([15, 30, 60, 120, 240, 60, 60]);
});
