import { dateAndTime, timeOfDay } from './times';

/** The hour of the morning at which a snooze ends, in the agent's time zone. */
const MORNING = 9;
const MONDAY = 1;

const morningIn = (days: number, now: number): number => {
  const day = new Date(now * 1000);
  day.setDate(day.getDate() + days);
  return day.setHours(MORNING, 0, 0, 0) / 1000;
};

/** A snooze to choose; without `until`, until the visitor writes. Times are float seconds. */
type SnoozeChoice = { id: string; label: string; until?: number };

/** The snoozes that the inbox offers, besides a time of choice. */
export const snoozesAt = (now: number): SnoozeChoice[] => {
  const tomorrow = morningIn(1, now);
  const monday = morningIn((7 + MONDAY - new Date(now * 1000).getDay()) % 7 || 7, now);
  return [
    { id: 'tomorrow', label: `Until tomorrow, ${timeOfDay(tomorrow)}`, until: tomorrow },
    // On a Sunday, both are the same.
    ...(monday === tomorrow
      ? []
      : [{ id: 'week', label: `Until next Monday, ${timeOfDay(monday)}`, until: monday }]),
    { id: 'visitor', label: 'Until the visitor writes' },
  ];
};

/** A time as the value of a local date and time field. */
export const asField = (seconds: number): string => {
  const at = new Date(seconds * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** The reverse; `undefined` for no time. */
export const fromField = (value: string): number | undefined => {
  const at = new Date(value).getTime() / 1000;
  return Number.isNaN(at) ? undefined : at;
};

/** 'until Mon, Dec 7, 9:00 AM' */
export const untilWords = (until: number | undefined): string =>
  until === undefined ? 'until the visitor writes' : `until ${dateAndTime(until)}`;
