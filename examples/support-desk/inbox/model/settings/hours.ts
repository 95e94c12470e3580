import {
  DAYS,
  type Day,
  isOpen,
  OFFICE,
  type OpeningHours,
  type Span,
  toMinutes,
} from '../../../shared/openingHours';

export const DAY_NAMES: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

/** The most times of a day. */
export const MOST_SPANS = 4;

export const TIME_ZONE = 'hours/timeZone';
export const dayPath = (day: Day): string => `hours/days/${day}`;

/** The form's settings, as the section of the opening hours reads them. */
type Form = {
  valueOf(path: string): unknown;
  givenOf(path: string): unknown;
  defaultOf(path: string): unknown;
};

const spansOf = (value: unknown): Span[] => (Array.isArray(value) ? (value as Span[]) : []);

/** The times of each day. They have defaults only together: once a day is set, another one without times is closed. */
export const daysOf = (form: Form): Record<Day, Span[]> => {
  const isAnySet = DAYS.some((day) => form.givenOf(dayPath(day)) !== undefined);
  const of = (day: Day) => (isAnySet ? form.givenOf(dayPath(day)) : form.defaultOf(dayPath(day)));
  return Object.fromEntries(DAYS.map((day) => [day, spansOf(of(day))])) as Record<Day, Span[]>;
};

export const hoursOf = (form: Form): OpeningHours => ({
  enabled: form.valueOf('hours/enabled') === true,
  timeZone: String(form.valueOf(TIME_ZONE) ?? 'UTC'),
  days: daysOf(form),
});

const toTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** The times of one more span of a day: office hours, or two hours that begin an hour after the last span. */
export const nextSpan = (spans: readonly Span[]): Span => {
  const last = spans.at(-1);
  if (!last) return OFFICE;
  const from = Math.min(toMinutes(last.to) + 60, 23 * 60);
  return { from: toTime(from), to: toTime(Math.min(from + 120, 24 * 60)) };
};

const STEP_MS = 30 * 60_000;
const STEPS_A_WEEK = 336;

/** The first time from now, in ms, at which the team does not answer; undefined if it always does. */
export const nextClosed = (hours: OpeningHours, now: number): number | undefined => {
  const times = Array.from({ length: STEPS_A_WEEK }, (_, step) => now + step * STEP_MS);
  return times.find((at) => !isOpen({ ...hours, enabled: true }, at));
};
