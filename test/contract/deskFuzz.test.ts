import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../examples/support-desk/server/store/memoryStore';
import { openDatabase } from '../../examples/support-desk/server/store/sql/openDatabase';
import { playRequests, type Verdict } from '../support/fuzz/play';
import { createStrictStore } from '../support/fuzz/strictStore';

// `npm run test:long requests` plays more, of another seed.
const total = Number(process.env.DESK_REQUESTS ?? 20_000);
const seed = Number(process.env.DESK_SEED ?? 11);

/** On the database itself, which is slow; the rest is played on a store that refuses what it would. */
const ON_DATABASE = 1000;
const A_DESK = 2000;
/** Only of the long run: a machine that does other things besides is slow by itself. */
const SLOWEST_MS = 1000;

const strict = async () => createStrictStore(createMemoryStore('log'));

const expectSound = (verdict: Verdict, name: string): void => {
  expect(verdict.broken.slice(0, 5), `${name}: ${verdict.broken.length} broken`).toEqual([]);
  expect(verdict.conversations).toBeGreaterThan(0);
  if (process.env.DESK_REQUESTS) expect(verdict.slowest.ms, verdict.slowest.what).toBeLessThan(SLOWEST_MS);
};

/** Pages and built files may not be there; the widget and the inbox ask for them otherwise than by a call. */
const isCall = (name: string): boolean => !/(\*| \/|\/porch|\/agent|\/gallery)$/.test(name);

describe('whatever is sent to the desk', () => {
  it(
    'never ends it, is never answered by a 500, and leaves nothing that cannot be read',
    async () => {
      const reached = new Set<string>();
      let names: string[] = [];
      for (let left = total - ON_DATABASE, at = 0; left > 0; left -= A_DESK, at++) {
        const verdict = await playRequests(seed + at, Math.min(left, A_DESK), strict);
        expectSound(verdict, `seed ${seed + at}`);
        for (const name of verdict.reached) reached.add(name);
        names = verdict.routes.map(({ method, path }) => `${method} ${path}`);
      }
      // A new route without an example that it takes would be fuzzed at its surface alone.
      expect(names.filter((name) => isCall(name) && !reached.has(name))).toEqual([]);
    },
    total * 100,
  );

  it('does so on the database that a desk has by itself', { timeout: 120_000 }, async () => {
    expectSound(await playRequests(seed, ON_DATABASE, () => openDatabase({})), `seed ${seed}`);
  });
});
