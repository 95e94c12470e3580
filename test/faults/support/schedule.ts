import * as fc from 'fast-check';
import type { CallFault } from './link';

type Act =
  | 'send'
  | 'retry'
  | 'type'
  | 'open'
  | 'close'
  | 'agentSend'
  | 'agentRead'
  | 'agentType'
  | 'secondTab';

/** One step, `after` ms after the previous one, in the first or the second tab. */
export type Step = { after: number; tab: 0 | 1 } & (
  | { do: Act }
  | { do: CallFault; ms: number; late: boolean }
  | { do: 'loseUp' | 'loseDown' | 'slow' | 'portal' | 'offline' | 'hide' | 'kill' | 'loseFiles'; ms: number }
  | { do: 'echoTwice' | 'echoLate'; ms: number }
  | { do: 'sleep' | 'reload'; ms: number; silently: boolean }
  | {
      do: 'late';
      ms: number;
      silently: boolean;
      texts: number;
      /** Whether the visitor's consent allows storage. */
      stores: boolean;
      end: 'arrives' | 'isTriedAgain' | 'reload' | 'close';
    }
  | { do: 'reset'; silently: boolean }
  | { do: 'logReset'; keep: boolean }
  | { do: 'expireTokens' }
);

export type Schedule = {
  seed: number;
  /** How far the visitor's clock is ahead, ms. Negative if it is behind. */
  skew: number;
  /** Whether the browser reports, after the last fault, that the page is visible and online. */
  told: boolean;
  steps: Step[];
};

const HOUR_MS = 3_600_000;

const after = fc.constantFrom(0, 10, 60, 200, 1000, 1000, 4000, 20_000, 70_000);
const tab = fc.constantFrom<0 | 1>(0, 0, 1);
const soon = fc.constantFrom(100, 700, 3000);
const long = fc.constantFrom(1000, 6000, 40_000, 130_000);
const late = fc.boolean();

const act = (name: Act) => fc.record({ after, tab, do: fc.constant(name) });

/** What visitor and agent do. */
export const visitor = fc.oneof(
  { weight: 6, arbitrary: act('send') },
  { weight: 2, arbitrary: act('retry') },
  { weight: 2, arbitrary: act('open') },
  { weight: 1, arbitrary: act('close') },
  { weight: 1, arbitrary: act('type') },
  { weight: 4, arbitrary: act('agentSend') },
  { weight: 1, arbitrary: act('agentRead') },
  { weight: 1, arbitrary: act('agentType') },
);

export const CALL_FAULTS = [
  'requestLost',
  'answerLost',
  'delay',
  'duplicate',
  'reorder',
  '401',
  '403',
  '429',
  '500',
  'foreign',
] as const;

const fault = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ after, tab, do: fc.constantFrom(...CALL_FAULTS), ms: soon, late }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom('loseUp' as const, 'loseDown' as const),
      ms: long,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom('slow' as const, 'offline' as const, 'hide' as const),
      ms: long,
    }),
  },
  { weight: 3, arbitrary: fc.record({ after, tab, do: fc.constant('portal' as const), ms: long }) },
  {
    weight: 2,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom('echoTwice' as const, 'echoLate' as const),
      ms: soon,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom('kill' as const, 'loseFiles' as const),
      ms: long,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom('sleep' as const, 'reload' as const),
      ms: long,
      silently: late,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constant('late' as const),
      ms: fc.constantFrom(100, 1000, 6000, 60_000),
      silently: late,
      texts: fc.integer({ min: 1, max: 3 }),
      stores: fc.constantFrom(true, true, true, false),
      end: fc.constantFrom('arrives', 'isTriedAgain', 'reload', 'close'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ after, tab, do: fc.constant('reset' as const), silently: late }) },
  { weight: 1, arbitrary: fc.record({ after, tab, do: fc.constant('logReset' as const), keep: late }) },
  { weight: 2, arbitrary: fc.record({ after, tab, do: fc.constant('expireTokens' as const) }) },
  { weight: 2, arbitrary: act('secondTab') },
);

/** Generates schedules: conversations during which several kinds of faults happen. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.nat({ max: 0x7fffffff }),
  skew: fc.constantFrom(0, 0, 0, HOUR_MS, -HOUR_MS),
  told: fc.boolean(),
  steps: fc.array(fc.oneof({ weight: 3, arbitrary: visitor }, { weight: 2, arbitrary: fault }), {
    minLength: 3,
    maxLength: 16,
    size: 'max',
  }),
});
