import * as fc from 'fast-check';

export const MOST_TABS = 4;

/** Who the visitor is, by the page. */
export type Who = 'ann' | 'ben';

/** How a page's function gives no token while the page's server is away. */
export const TOKENLESS = {
  throws() {
    throw new Error('the page’s own');
  },
  nothing: (give: (jwt: unknown) => void) => give(''),
  page: (give: (jwt: unknown) => void) => give('<!doctype html>'),
  silence() {},
};

/**
 * One step, `after` ms after the previous one, in one of the tabs. A step for a tab that is not open opens it. After `late`,
 * the tab's page has only the launcher, until a step that needs its messenger.
 */
export type Step = { after: number; tab: number } & (
  | {
      do:
        | 'write'
        | 'open'
        | 'logout'
        | 'reset'
        | 'noConsent'
        | 'session'
        | 'reload'
        | 'close'
        | 'late'
        | 'type'
        | 'fill'
        | 'wake'
        | 'expire';
    }
  | { do: 'login'; who: Who; ms: number }
  | { do: 'sleep'; forgets: boolean }
  | { do: 'foreign' | 'requestLost' | 'answerLost' | 'delay'; ms: number; late: boolean }
  | { do: 'slow' | 'offline'; ms: number }
  | { do: 'tokenless'; ms: number; how: keyof typeof TOKENLESS; reloads: boolean }
);

export type Schedule = {
  seed: number;
  /** Whether the page of each tab makes the calls of the site's login. */
  callers: boolean[];
  /** Whether the line loses or delays something. */
  steps: Step[];
};

const after = fc.constantFrom(0, 0, 10, 60, 60, 200, 200, 1000, 4000, 20_000);
const tab = fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 3);
const late = fc.boolean();
const step = <Name extends string>(name: Name) => fc.record({ after, tab, do: fc.constant(name) });

export const siteSteps = fc.oneof(
  { weight: 10, arbitrary: step('write' as const) },
  { weight: 3, arbitrary: step('open' as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constant('login' as const),
      who: fc.constantFrom<Who>('ann', 'ann', 'ben'),
      ms: fc.constantFrom(0, 0, 0, 100, 3000),
    }),
  },
  { weight: 3, arbitrary: step('logout' as const) },
  { weight: 1, arbitrary: step('reset' as const) },
  { weight: 1, arbitrary: step('session' as const) },
  { weight: 1, arbitrary: step('noConsent' as const) },
  { weight: 2, arbitrary: step('reload' as const) },
  { weight: 1, arbitrary: step('close' as const) },
  { weight: 3, arbitrary: step('late' as const) },
  { weight: 2, arbitrary: step('type' as const) },
  { weight: 1, arbitrary: step('fill' as const) },
  { weight: 1, arbitrary: step('expire' as const) },
  { weight: 2, arbitrary: fc.record({ after, tab, do: fc.constant('sleep' as const), forgets: late }) },
  { weight: 2, arbitrary: step('wake' as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom(
        'foreign' as const,
        'requestLost' as const,
        'answerLost' as const,
        'delay' as const,
      ),
      ms: fc.constantFrom(300, 2000, 8000),
      late,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constantFrom('slow' as const, 'offline' as const),
      ms: fc.constantFrom(1000, 6000, 20_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      after,
      tab,
      do: fc.constant('tokenless' as const),
      ms: fc.constantFrom(500, 3000, 12_000),
      reloads: fc.boolean(),
      how: fc.constantFrom(...(Object.keys(TOKENLESS) as (keyof typeof TOKENLESS)[])),
    }),
  },
);

/** Generates what happens in the tabs of one browser on one site. */
export const siteSchedules: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.nat({ max: 0x7fffffff }),
  callers: fc.constantFrom(
    [true, false, true, false],
    [true, false, true, false],
    [true, true, false, false],
    [false, true, false, true],
  ),
  steps: fc.array(siteSteps, { minLength: 3, maxLength: 14, size: 'max' }),
});
