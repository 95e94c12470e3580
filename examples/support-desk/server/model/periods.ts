import { MOST_DAYS } from '../../shared/lists';
import { DeskError } from './deskError';
import type { TimeSpan } from './teamFigures';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const QUARTERS_A_DAY = 96;
const QUARTER_MS = DAY_MS / QUARTERS_A_DAY;

/** Days as `YYYY-MM-DD`, both included, and their times. The end of a running period is now. */
export type Period = TimeSpan & { from: string; to: string };

/** A function that returns how far a zone is ahead of UTC at a time, in ms. */
const offsetIn = (timeZone: string): ((at: number) => number) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * 60_000);
  };
};

/** The day in UTC, as `YYYY-MM-DD`. */
export const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const addDays = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS);

/** The first moment of a day, even where clocks change at midnight. */
const startOf = (timeZone: string, day: string): number => {
  const offset = offsetIn(timeZone);
  const midnight = Date.parse(day);
  const starts = [midnight + DAY_MS, midnight - DAY_MS]
    .map((at) => midnight - offset(at))
    .sort((a, b) => a - b);
  return starts.find((at) => isoDay(at + offset(at)) === day) ?? midnight - offset(midnight);
};

const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(Date.parse(text)) === text;

/** What a caller asks for: the last days, or two days and all between them. */
export type Asked = { days: number } | { from: string; to: string };

/**
 * The first and last day that are asked for, and how many they are.
 * @param today the day now, in the zone of the days
 * @throws bad_request
 */
export const daysOf = (asked: Asked, today: string): { from: string; to: string; days: number } => {
  if ('days' in asked) return { from: addDays(today, 1 - asked.days), to: today, days: asked.days };
  const { from, to } = asked;
  if (!isDay(from) || !isDay(to))
    throw new DeskError('bad_request', 'from and to must be days, as 2027-01-31');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1 || days > MOST_DAYS)
    throw new DeskError('bad_request', `from and to must be at most ${MOST_DAYS} days, the first one first`);
  return { from, to, days };
};

/**
 * A period in a time zone, and the one before it. Of a running period, both end at the same time of their last day.
 * @param now ms
 * @throws bad_request
 */
export const periodsOf = (
  timeZone: string,
  asked: Asked,
  now: number,
): { period: Period; before: Period } => {
  const { from, to, days } = daysOf(asked, isoDay(now + offsetIn(timeZone)(now)));
  const since = startOf(timeZone, from);
  const until = Math.max(since, Math.min(startOf(timeZone, addDays(to, 1)), Math.floor(now) + 1));
  const earlier = { from: addDays(from, -days), to: addDays(from, -1) };
  const start = startOf(timeZone, earlier.from);
  const before = { ...earlier, since: start, until: Math.min(since, start + until - since) };
  return { period: { from, to, since, until }, before };
};

/**
 * Adds up quarters of an hour by weekday, Monday first, and hour of the day.
 * @param quarters the quarters since 1970, with what was counted in each
 */
export const hoursOf = (
  timeZone: string,
  quarters: readonly { quarter: number; count: number }[],
): number[][] => {
  const offset = offsetIn(timeZone);
  const days = new Map<number, number | undefined>();
  /** The offset of a whole day in UTC; `undefined` if it changes. Finding an offset takes long. */
  const ofDay = (day: number): number | undefined => {
    if (!days.has(day)) {
      const [first, last] = [offset(day * DAY_MS), offset((day + 1) * DAY_MS)];
      days.set(day, first === last ? first : undefined);
    }
    return days.get(day);
  };
  const hours = Array.from({ length: 7 }, () => Array<number>(24).fill(0));
  for (const { quarter, count } of quarters) {
    const at = quarter * QUARTER_MS;
    const local = new Date(at + (ofDay(Math.floor(quarter / QUARTERS_A_DAY)) ?? offset(at)));
    const row = hours[(local.getUTCDay() + 6) % 7] ?? [];
    row[local.getUTCHours()] = (row[local.getUTCHours()] ?? 0) + count;
  }
  return hours;
};
