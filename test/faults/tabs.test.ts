import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { WHOLE } from '../support/amounts.mjs';
import { playSite } from './support/site/play';
import { siteSchedules } from './support/site/schedule';
import { turn } from './support/time';

/** TAB_SCHEDULES sets how many there are, TAB_SEED which, and TAB_PATH begins with one of them. */
const { TAB_SCHEDULES = WHOLE.tabs, TAB_SEED = 1, TAB_PATH } = process.env;

describe('the tabs of a browser', () => {
  it('mean one visitor: nobody reads or sends what is another’s, and nothing is lost or doubled (login-13, login-24, login-25)', async () => {
    const cpu = process.cpuUsage();
    const result = await fc.check(
      fc.asyncProperty(siteSchedules, async (schedule) => {
        await turn();
        const problems = await playSite(schedule);
        if (problems[0]) throw new Error(problems.join('\n'));
      }),
      { numRuns: Number(TAB_SCHEDULES), seed: Number(TAB_SEED), path: TAB_PATH },
    );
    const { user, system } = process.cpuUsage(cpu);
    const each = ((user + system) / 1000 / result.numRuns).toFixed(1);
    console.log(`${result.numRuns} schedules of seed ${TAB_SEED}, ${each} ms of processor time each`);
    if (!result.failed) return;
    throw new Error(
      `${(result.errorInstance as Error).message}\nafter ${result.numRuns} schedules; again: ` +
        `TAB_SEED=${TAB_SEED} TAB_PATH=${result.counterexamplePath}\n${JSON.stringify(result.counterexample?.[0])}`,
    );
  });
});
