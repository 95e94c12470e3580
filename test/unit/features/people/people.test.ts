import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { replyTime } from '../../../../src/features/people/replyTime';
import { createTeamStatus } from '../../../../src/features/people/teamStatus';
import { RequestError } from '../../../../src/services/requestError';
import type { TeamStatus } from '../../../../src/wire/people';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { refused } from '../../../support/fakeService';
import { hold } from '../../../support/hold';

it.each([
  [0, '1 min'],
  [61, '2 min'],
  [599, '10 min'],
  [601, '15 min'],
  [5400, '90 min'],
  [5401, '2 hr'],
  [36 * 3600, '36 hr'],
  [36 * 3600 + 1, '2 days'],
])('the usual reply time of %i seconds is rounded up to %s', (seconds, expected) => {
  expect(replyTime('en-us', seconds)).toBe(expected);
});

describe('whether the team is there', () => {
  const create = () => {
    const clock = createFakeClock();
    const seen = signal(false);
    const answers: (TeamStatus | Error | Promise<TeamStatus>)[] = [];
    const asked: number[] = [];
    const start = clock.now();
    const status = createTeamStatus({
      clock,
      seen,
      ask: async () => {
        asked.push((clock.now() - start) / 1000);
        const answer = await (answers.shift() ?? { agentsOnline: 1 });
        if (answer instanceof Error) throw answer;
        return answer;
      },
    });
    const see = async (now: boolean) => {
      seen.value = now;
      await flush();
    };
    return { ...status, clock, answers, asked, see };
  };

  it('is asked when the window opens and every two minutes while it is seen, never else', async () => {
    const { see, clock, asked, team } = create();
    await clock.advance(300_000);
    expect(asked).toEqual([]);
    await see(true);
    expect(team.value).toEqual({ agentsOnline: 1 });
    await clock.advance(240_000);
    expect(asked).toEqual([300, 420, 540]);
    await see(false);
    await clock.advance(3_600_000);
    expect(asked).toHaveLength(3);
    expect(clock.pending()).toBe(0);
  });

  it('is asked no sooner where the window is closed and opened again and again', async () => {
    const { see, clock, asked } = create();
    for (let i = 0; i < 60; i++) {
      await see(i % 2 === 0);
      await clock.advance(2_000);
    }
    await see(true);
    expect(asked).toEqual([0, 120]);
  });

  it('is unknown when the service cannot be asked, and asked again later', async () => {
    const { see, clock, asked, answers, team } = create();
    answers.push({ agentsOnline: 2 }, new RequestError('network', 'gone'), { agentsOnline: 3 });
    await see(true);
    await clock.advance(120_000);
    expect([asked.length, team.value]).toEqual([2, undefined]);
    await clock.advance(120_000);
    expect(team.value).toEqual({ agentsOnline: 3 });
  });

  it('is not asked again of a service that does not know the call', async () => {
    const { see, clock, asked, answers, team } = create();
    answers.push(refused(404));
    await see(true);
    await clock.advance(3_600_000);
    expect([asked.length, team.value]).toEqual([1, undefined]);
  });

  it('is unknown again after a long time, until the service has answered', async () => {
    const { see, clock, answers, team } = create();
    await see(true);
    await see(false);
    await clock.advance(600_000);
    const { until, release } = hold();
    answers.push(until.then(() => ({ agentsOnline: 5 })));
    await see(true);
    expect(team.value).toBeUndefined();
    release();
    await flush();
    expect(team.value).toEqual({ agentsOnline: 5 });
  });

  it('leaves nothing behind', async () => {
    const { see, clock, asked, dispose } = create();
    await see(true);
    dispose();
    expect(clock.pending()).toBe(0);
    await clock.advance(600_000);
    expect(asked).toHaveLength(1);
  });
});
