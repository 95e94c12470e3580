export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof DAYS)[number];

/** Times as `HH:MM`, to 24:00. */
export type Span = { from: string; to: string };

export type OpeningHours = {
  enabled: boolean;
  timeZone: string;
  days: Readonly<Record<Day, readonly Span[]>>;
};

/** The times of a day for a team that has set none: its weekdays have them. */
export const OFFICE: Span = { from: '09:00', to: '17:00' };

/** The days of a team that has opening hours and has set no times. */
export const officeDays = (): Record<Day, Span[]> => ({
  ...{ mon: [OFFICE], tue: [OFFICE], wed: [OFFICE], thu: [OFFICE], fri: [OFFICE] },
  ...{ sat: [], sun: [] },
});

const MINUTE_MS = 60_000;
const DAY = 1440;
const WEEK = 7 * DAY;

/** The last formatter, because creating one takes longer than using it. */
let known: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  if (known?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    known = { timeZone, format };
  }
  return known.format;
};

/** The minute of a day at `HH:MM`. */
export const toMinutes = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The minute of the week at this time, from Monday 00:00 in the time zone. */
const minuteOfWeek = (timeZone: string, at: number): number => {
  const parts = formatterOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  const day = DAYS.indexOf(part('weekday').toLowerCase() as Day);
  return day * DAY + toMinutes(`${part('hour')}:${part('minute')}`);
};

/** The times of a week, in minutes of the week. */
const spansOf = (days: OpeningHours['days']): { from: number; to: number }[] =>
  DAYS.flatMap((day, at) =>
    days[day].map(({ from, to }) => ({ from: at * DAY + toMinutes(from), to: at * DAY + toMinutes(to) })),
  );

const inWeek = (minutes: number): number => ((minutes % WEEK) + WEEK) % WEEK;

/**
 * Whether the team answers at this time. Without opening hours it always does.
 * @param at ms
 */
export const isOpen = ({ enabled, timeZone, days }: OpeningHours, at: number): boolean => {
  if (!enabled) return true;
  const minute = minuteOfWeek(timeZone, at);
  return spansOf(days).some(({ from, to }) => from <= minute && minute < to);
};

/** The time with this minute of the week that is `minutes` away, whatever the clocks of the zone do in between. */
const timeAt = (timeZone: string, at: number, minutes: number): number => {
  const start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const time = start + minutes * MINUTE_MS;
  const off = inWeek(minuteOfWeek(timeZone, time) - minuteOfWeek(timeZone, start) - minutes);
  return time - (off > WEEK / 2 ? off - WEEK : off) * MINUTE_MS;
};

/**
 * The period around a time at which the team does not answer, in ms: when it stopped, and when it begins again. Neither
 * is set if no day has times.
 * @param at ms, at which the team does not answer
 */
export const closedPeriod = (
  { timeZone, days }: OpeningHours,
  at: number,
): { since: number; until: number } | undefined => {
  const spans = spansOf(days);
  if (spans.length === 0) return undefined;
  const minute = minuteOfWeek(timeZone, at);
  return {
    since: timeAt(timeZone, at, -Math.min(...spans.map(({ to }) => inWeek(minute - to)))),
    until: timeAt(timeZone, at, Math.min(...spans.map(({ from }) => inWeek(from - minute)))),
  };
};
