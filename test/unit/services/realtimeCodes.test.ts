import { describe, expect, it } from 'vitest';
import { describeRealtimeError } from '../../../src/services/realtimeCodes';

describe('a protocol error', () => {
  it.each([
    [300, 'Version mismatch'],
    [301, 'Connection types not supported'],
    [302, 'Extension mismatch'],
    [400, 'Bad request'],
    [401, 'Unknown client'],
    [402, 'Missing required parameter'],
    [403, 'Forbidden channel'],
    [404, 'Unknown channel'],
    [405, 'Invalid channel'],
    [406, 'Unknown extension'],
    [407, 'Failed to publish'],
    [500, 'Internal server error'],
  ])('%i without words is %s (live-11)', (code, words) => {
    expect(describeRealtimeError(`${code}::`)).toBe(`${code}: ${words}`);
    expect(describeRealtimeError(`${code}:/a/b:`)).toBe(`${code}: ${words} (/a/b)`);
  });

  it('keeps the service’s own words', () => {
    expect(describeRealtimeError('401::invalid_auth')).toBe('401: invalid_auth');
    expect(describeRealtimeError('403:/a:No: not for you')).toBe('403: No: not for you (/a)');
  });

  it.each([
    ['with an unknown code and no words', '499::', '499'],
    ['without a code', 'The subscription hangs', 'The subscription hangs'],
    ['that is empty', '', ''],
    ['whose code is that of no protocol', '40:x:y', '40:x:y'],
  ])('%s is told as it is', (_name, error, told) => {
    expect(describeRealtimeError(error)).toBe(told);
  });
});
