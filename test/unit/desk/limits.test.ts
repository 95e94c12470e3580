import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitIn } from '../../../examples/support-desk/server/domain/settings/limitSettings';
import { isAllowedOrigin } from '../../../examples/support-desk/server/domain/settings/originSettings';
import { readSettings } from '../../../examples/support-desk/server/domain/settings/settings';
import { createRates } from '../../../examples/support-desk/server/http/rates';
import { createMemoryLimiter } from '../../../examples/support-desk/server/limits/memoryLimiter';
import { LIMIT_NAMES, LIMITS, type Limit } from '../../../examples/support-desk/server/limits/table';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const silent = () => undefined;
const limit = (points: number, seconds: number): Limit => ({ points, seconds, key: 'address' });

it('a limit in memory leaves nothing behind once its time is over', async () => {
  const limiter = createMemoryLimiter(() => limit(1, 10));
  for (let i = 0; i < 1000; i++) await limiter.consume('visitors', `${i}`);
  expect(vi.getTimerCount()).toBe(1000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

describe('the numbers of limits', () => {
  const limitsOf = (limits: unknown) => {
    const read = readSettings({ limits });
    if ('problem' in read) return read.problem;
    return LIMIT_NAMES.map((name) => limitIn(read.settings.limits, name));
  };

  it('are those of the table unless the settings change them', () => {
    expect(limitsOf({})).toEqual(Object.values(LIMITS));
    const changed = limitsOf({ visitors: { points: 7 }, messages: { seconds: 9 } });
    expect(changed).toContainEqual({ ...LIMITS.visitors, points: 7 });
    expect(changed).toContainEqual({ ...LIMITS.messages, seconds: 9 });
  });

  it.each([
    [{ visitor: { points: 7 } }, 'limits.visitor: there is no such setting; did you mean visitors?'],
    [{ visitors: { points: 0 } }, 'limits.visitors.points: must be at least 1'],
    [{ visitors: { points: 1.5 } }, 'limits.visitors.points: must be a whole number'],
    [
      { visitors: { key: 'app' } },
      'limits.visitors.key: there is no such setting; there are points, seconds',
    ],
    [{ sockets: 0 }, 'limits.sockets: must be at least 1'],
  ])('are refused in %j', (limits, words) => {
    expect(limitsOf(limits)).toBe(words);
  });

  it.each(LIMIT_NAMES)('make a client that %s refuses wait five minutes at most', async (name) => {
    const used = { used: 9, waitMs: LIMITS[name].seconds * 1000 };
    const createLimiter = () => ({ consume: async () => used, peek: async () => used });
    const rates = createRates({ log: { info: silent, warn: silent, error: silent }, createLimiter });
    const app = new Hono();
    app.onError((_, c) => c.body(null, 429));
    app.post('/', rates.limit(name), (c) => c.body(null));
    const connection = { incoming: { socket: { remoteAddress: '203.0.113.7' } } };
    const { headers } = await app.request('/', { method: 'POST' }, connection);
    expect(headers.get('retry-after')).toBe(`${Math.min(LIMITS[name].seconds, 300)}`);
  });
});

describe('the origins in the settings', () => {
  const origins = ['https://shop.example', 'https://*.shop.example', 'http://localhost:3000'];

  it.each([
    ['https://shop.example', true],
    ['https://SHOP.example', true],
    ['https://www.shop.example', true],
    ['https://a.b.shop.example', true],
    ['http://localhost:3000', true],
    ['http://shop.example', false],
    ['http://www.shop.example', false],
    ['https://evilshop.example', false],
    ['https://shop.example.evil.example', false],
    ['https://shop.example:8443', false],
    ['https://www.shop.example:8443', false],
    ['http://localhost', false],
    ['null', false],
    ['', false],
  ])('decide whether a page of %s may call: %s', (origin, may) => {
    expect(isAllowedOrigin(origins, origin)).toBe(may);
  });

  it('allow every page unless they are set, and none where the list is empty', () => {
    expect(isAllowedOrigin(undefined, 'https://any.example')).toBe(true);
    expect(isAllowedOrigin([], 'https://any.example')).toBe(false);
  });

  it.each([
    'shop.example',
    'https://shop.example/',
    'https://shop.example/help',
    'https://*',
    '*',
    'https://w*.shop.example',
    'https://shop.*',
    'ftp://shop.example',
    'null',
  ])('cannot name %s', (origin) => {
    expect(readSettings({ origins: [origin] })).toHaveProperty('problem');
  });

  it.each(origins)('can name %s', (origin) => {
    expect(readSettings({ origins: [origin] })).not.toHaveProperty('problem');
  });
});
