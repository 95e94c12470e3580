import { createRandom } from '../support/time';

/** What happens to requests of the messenger's file for a while: they get no answer, or fail. */
export type LateFile = 'held' | 'failed';

/** One step, `after` ms after the previous one, in the first tab, or in the second if it is open. */
export type Step = { after: number; tab: 0 | 1 } & (
  | { do: 'write' | 'agentWrite' | 'secondTab' | 'reset' | 'expireTokens' }
  | { do: 'refuse' | 'offline' | 'hide' | 'killDesk' | 'reload' | 'closeTab' | 'crashTab'; ms: number }
  | { do: 'delay'; by: number; ms: number }
  | { do: 'lose'; way: 'up' | 'down'; ms: number; andReset: boolean }
  | { do: 'cutAnswer'; bytes: number }
  | { do: 'late'; ms: number; how: LateFile; texts: number; next: 'waits' | 'reload' | 'closeTab' }
);

/** A few minutes of conversation, compressed into seconds. @see scheduleOf */
export type Schedule = {
  /** Whether the visitor writes before the first fault. */
  calmStart: boolean;
  steps: Step[];
};

/** Maximum number of steps, so that a schedule takes only a few seconds. */
const MOST_STEPS = 12;
const LEAST_STEPS = 8;

/** Generates the schedule of a seed. The same seed gives the same schedule. */
export const scheduleOf = (seed: number): Schedule => {
  const random = createRandom(seed);
  const one = <T>(...choice: readonly T[]): T => choice[Math.floor(random() * choice.length)] as T;
  const late = (): Partial<Step> & { do: Step['do'] } => ({
    do: 'late',
    ms: one(500, 1500, 4000),
    how: one('held', 'held', 'failed'),
    texts: one(1, 2, 3),
    next: one('waits', 'waits', 'reload', 'closeTab'),
  });
  const fault = (): Partial<Step> & { do: Step['do'] } => {
    switch (one('net', 'net', 'net', 'net', 'net', 'desk', 'page', 'page', 'page')) {
      case 'net':
        switch (one('refuse', 'reset', 'delay', 'lose', 'lose', 'cut')) {
          case 'refuse':
            return { do: 'refuse', ms: one(300, 1000, 3000) };
          case 'reset':
            return { do: 'reset' };
          case 'delay':
            return { do: 'delay', by: one(100, 600, 3000), ms: one(300, 2000, 5000) };
          case 'lose':
            return {
              do: 'lose',
              way: one('up', 'down'),
              ms: one(500, 2500, 10_000),
              andReset: one(true, false),
            };
          default:
            return { do: 'cutAnswer', bytes: one(0, 0, 20, 300) };
        }
      case 'desk':
        return one({ do: 'killDesk', ms: one(0, 500, 2000) }, { do: 'expireTokens' });
      default:
        return one(
          { do: 'reload', ms: 0 },
          { do: 'closeTab', ms: one(0, 800) },
          { do: 'crashTab', ms: one(0, 800) },
          { do: 'offline', ms: one(200, 1500) },
          { do: 'hide', ms: one(200, 1500) },
          { do: 'secondTab' },
          { do: 'secondTab' },
          late(),
          late(),
        );
    }
  };
  const step = (): Step => {
    const what = random() < 0.5 ? { do: one('write', 'write', 'write', 'agentWrite') } : fault();
    return { after: one(0, 0, 50, 200, 600, 1200), tab: one(0, 0, 1), ...what } as Step;
  };
  const calmStart = random() < 0.6;
  const length = LEAST_STEPS + Math.floor(random() * (MOST_STEPS - LEAST_STEPS + 1));
  return { calmStart, steps: Array.from({ length }, step) };
};
