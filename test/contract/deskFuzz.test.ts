import { describe, expect, it } from 'vitest';
import { WHOLE } from '../support/amounts.mjs';
import { openNewDatabase } from '../support/emptyDatabase';
import { WITH_DATABASES } from '../support/engines';
import { playExamples, playRequests, type Verdict } from '../support/fuzz/play';
import { createStrictStore } from '../support/fuzz/strictStore';
import { createMemoryStore } from '../support/memory/memoryStore';

// `npm run test:long requests` sends more, with another seed, and `npm test` fewer.
const total = Number(process.env.DESK_REQUESTS ?? process.env.FUZZ_REQUESTS ?? WHOLE.requests);
const seed = Number(process.env.DESK_SEED ?? 11);

/**
 * Number of requests on the real database, which is slow. The others use a store that refuses the same
 * values.
 */
const ON_DATABASE = 1000;
const A_DESK = 2000;
/** Time limit for one request, ms. Checked only in the long run, because a busy machine is slow anyway. */
const SLOWEST_MS = 1000;

const strict = async () => createStrictStore(createMemoryStore('log'));

const expectSound = (verdict: Verdict, name: string): void => {
  expect(verdict.broken.slice(0, 5), `${name}: ${verdict.broken.length} broken`).toEqual([]);
  expect(verdict.conversations).toBeGreaterThan(0);
};

/** Prints the slowest request of a long run and fails if it took too long. */
const expectFast = (verdicts: readonly Verdict[]): void => {
  if (!process.env.DESK_REQUESTS) return;
  const sorted = verdicts.map(({ slowest }) => slowest).sort((a, b) => b.ms - a.ms);
  const told = sorted.map(
    ({ ms, computedMs, what }) => `${ms.toFixed()} ms (computed ${computedMs.toFixed()}): ${what}`,
  );
  console.log(`The slowest requests:\n${told.slice(0, 5).join('\n')}`);
  expect(sorted.filter(({ ms }) => ms >= SLOWEST_MS)).toEqual([]);
};

describe('any request to the desk', () => {
  it('begins as an example that the desk takes, so that what is changed in it gets past the validation', async () => {
    const verdict = await playExamples(seed, strict);
    expectSound(verdict, `seed ${seed}`);
    // A new route needs an example that succeeds.
    expect(verdict.missed).toEqual([]);
  });

  it(
    'never ends it, never gets a 500, and leaves only readable data',
    async () => {
      const verdicts: Verdict[] = [];
      for (let left = total - ON_DATABASE, at = 0; left > 0; left -= A_DESK, at++) {
        const verdict = await playRequests(seed + at, Math.min(left, A_DESK), strict);
        expectSound(verdict, `seed ${seed + at}`);
        verdicts.push(verdict);
      }
      expectFast(verdicts);
    },
    total * 100,
  );

  it.runIf(WITH_DATABASES)(
    'does so on the database that a desk has by itself',
    { timeout: 600_000 },
    async () => {
      const verdict = await playRequests(seed, ON_DATABASE, openNewDatabase);
      expectSound(verdict, `seed ${seed}`);
      expectFast([verdict]);
    },
  );
});
