import * as fc from 'fast-check';
import { it } from 'vitest';
import { play } from './support/play';
import { schedules } from './support/schedule';

it('loses nothing', async () => {
  const seen = new Map<string, number>();
  let runs = 0;
  const started = performance.now();
  const numRuns = Number(process.env.FAULT_SCHEDULES ?? 200);
  const result = await fc.check(
    fc.asyncProperty(schedules, async (schedule) => {
      const { problems, world } = await play(schedule);
      runs++;
      for (const kind of world.seen) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (problems.length) throw new Error(problems.join('\n'));
    }),
    { numRuns, seed: Number(process.env.FAULT_SEED ?? 1), endOnFailure: process.env.NO_SHRINK === '1' },
  );
  console.log(runs, ((performance.now() - started) / runs).toFixed(1), 'ms each');
  console.log(Object.fromEntries([...seen].map(([k, n]) => [k, `${((100 * n) / runs).toFixed(1)}%`])));
  if (result.failed) {
    console.log(JSON.stringify(result.counterexample?.[0]));
    console.log(String((result.errorInstance as Error)?.message));
    throw new Error(`seed ${result.seed} path ${result.counterexamplePath} after ${result.numRuns}`);
  }
});
