import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { playTwoDesks } from './support/cluster/play';
import { desksSchedules } from './support/cluster/schedule';
import { SPOILS } from './support/cluster/spoil';
import { turn } from './support/time';

/** Each of these breaks is noticed sooner. */
const MOST_SCHEDULES = 200;

it.each(Object.entries(SPOILS))('schedules of two processes notice when %s', async (_, spoil) => {
  const result = await fc.check(
    fc.asyncProperty(desksSchedules, async (schedule) => {
      await turn();
      const { problems } = await playTwoDesks(schedule, spoil);
      if (problems.length > 0) throw new Error(problems[0]);
    }),
    { numRuns: MOST_SCHEDULES, seed: 1, endOnFailure: true },
  );
  expect(result.failed).toBe(true);
});
