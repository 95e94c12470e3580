const MINUTE = 60;
const HOUR = 3600;

/** Whether this browser's user reads 12-hour clocks; the words around stay English. */
const hour12 = (): boolean =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ?? false;

const date = (seconds: number): Date => new Date(seconds * 1000);

const format = (seconds: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', options).format(date(seconds));

/** Whole days between two moments by the local calendar; 0 is the same day. */
const daysBetween = (then: number, now: number): number => {
  const midnight = (s: number): number => date(s).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(then)) / 86_400_000);
};

/** '14:32', or '2:32 pm' where that is the user's habit. */
export const timeOfDay = (seconds: number): string =>
  format(seconds, { hour: 'numeric', minute: '2-digit', hour12: hour12() });

const sameYear = (a: number, b: number): boolean => date(a).getFullYear() === date(b).getFullYear();

/** 'Today', 'Yesterday', 'Monday', '3 March' or '3 March 2024'. */
export const dayName = (seconds: number, now: number): string => {
  const days = daysBetween(seconds, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days > 1 && days < 7) return format(seconds, { weekday: 'long' });
  return format(seconds, {
    day: 'numeric',
    month: 'long',
    year: sameYear(seconds, now) ? undefined : 'numeric',
  });
};

/** 'Today 14:32', for dividers and details. */
export const dayAndTime = (seconds: number, now: number): string =>
  `${dayName(seconds, now)} ${timeOfDay(seconds)}`;

/** 'now', '5 min', '2 h', 'Mon', '3 Mar', '3 Mar 2024', for the list. */
export const shortAgo = (seconds: number, now: number): string => {
  const ago = Math.max(0, now - seconds);
  if (ago < MINUTE) return 'now';
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min`;
  const days = daysBetween(seconds, now);
  if (days === 0) return `${Math.floor(ago / HOUR)} h`;
  if (days < 7) return format(seconds, { weekday: 'short' });
  return format(seconds, {
    day: 'numeric',
    month: 'short',
    year: sameYear(seconds, now) ? undefined : 'numeric',
  });
};

/** For a `datetime` attribute; empty where the moment cannot be told. */
export const isoTime = (seconds: number): string => {
  const d = date(seconds);
  return Number.isNaN(d.getTime()) ? '' : d.toISOString();
};
