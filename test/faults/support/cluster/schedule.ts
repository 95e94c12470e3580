import * as fc from 'fast-check';
import { CALL_FAULTS, type Step, visitor } from '../schedule';
import type { SendFault } from './stream';

/** A step that concerns one process or both, and what connects them. */
export type DeskStep = { after: number; desk: 0 | 1 } & (
  | { do: SendFault | 'readLate' | 'busLost' | 'emptied' | 'trimmed' | 'deskKill'; ms: number }
  | { do: 'agentMoves' | 'revoke' | 'undone' | 'cut' }
);

export type DeskFault = DeskStep['do'];

export type DesksSchedule = { seed: number; steps: (Step | DeskStep)[] };

export const isDeskStep = (step: Step | DeskStep): step is DeskStep => 'desk' in step;

const after = fc.constantFrom(0, 10, 60, 200, 1000, 1000, 4000);
const tab = fc.constantFrom<0 | 1>(0, 0, 1);
const desk = fc.constantFrom<0 | 1>(0, 1);
const soon = fc.constantFrom(100, 700, 3000);
const long = fc.constantFrom(1000, 6000, 40_000);
const late = fc.boolean();

const onBus = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      after,
      desk,
      do: fc.constantFrom('late' as const, 'unheard' as const, 'half' as const),
      ms: soon,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      after,
      desk,
      do: fc.constantFrom('readLate' as const, 'busLost' as const, 'emptied' as const, 'trimmed' as const),
      ms: soon,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      after,
      desk,
      do: fc.constantFrom('dies' as const, 'dies' as const, 'deskKill' as const),
      ms: long,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      after,
      desk,
      do: fc.constantFrom(
        'revoke' as const,
        'revoke' as const,
        'undone' as const,
        'undone' as const,
        'agentMoves' as const,
        'cut' as const,
      ),
    }),
  },
);

const onNetwork = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ after, tab, do: fc.constantFrom(...CALL_FAULTS), ms: soon, late }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom('loseUp' as const, 'loseDown' as const),
      ms: long,
    }),
  },
  { weight: 4, arbitrary: fc.record({ after, tab, do: fc.constant('reset' as const), silently: late }) },
  {
    weight: 1,
    arbitrary: fc.record({ after, tab, do: fc.constant('reload' as const), ms: soon, silently: late }),
  },
  { weight: 3, arbitrary: fc.record({ after, tab, do: fc.constant('secondTab' as const) }) },
);

/** Most faults need a conversation. */
const FIRST: Step = { after: 0, tab: 0, do: 'send' };

const later = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: visitor },
    { weight: 8, arbitrary: onBus },
    { weight: 2, arbitrary: onNetwork },
  ),
  { minLength: 3, maxLength: 7, size: 'max' },
);

/** Generates conversations over two processes, during which both they and what connects them have faults. */
export const desksSchedules: fc.Arbitrary<DesksSchedule> = fc.record({
  seed: fc.nat({ max: 0x7fffffff }),
  steps: later.map((steps) => [FIRST, ...steps]),
});
