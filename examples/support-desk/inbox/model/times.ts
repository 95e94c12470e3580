/** Times and dates in the browser's own language and clock format. */

const MINUTE = 60;
const HOUR = 3600;

const date = (seconds: number): Date => new Date(seconds * 1000);

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (seconds: number, options: Intl.DateTimeFormatOptions): string => {
  const key = JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(undefined, options);
  formats.set(key, known);
  return known.format(date(seconds));
};

const relative = (value: number, unit: 'day' | 'second'): string =>
  new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(value, unit);

const amount = (value: number, unit: 'second' | 'minute' | 'hour'): string =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'short' }).format(value);

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** Whole days between two times in the local calendar; 0 is the same day. */
const daysBetween = (then: number, now: number): number => {
  const midnight = (s: number): number => date(s).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(then)) / 86_400_000);
};

/** '14:32' or '2:32 PM'. */
export const timeOfDay = (seconds: number): string => format(seconds, { hour: 'numeric', minute: '2-digit' });

/** 'Mon, Dec 7, 9:00 AM', for a time to come. */
export const dateAndTime = (seconds: number): string =>
  format(seconds, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

/** 'Dec 7' */
export const shortDay = (seconds: number): string => format(seconds, { day: 'numeric', month: 'short' });

const sameYear = (a: number, b: number): boolean => date(a).getFullYear() === date(b).getFullYear();

/** 'Today', 'Yesterday', 'Monday', '3 March' or '3 March 2024'. */
const dayName = (seconds: number, now: number): string => {
  const days = daysBetween(seconds, now);
  if (days === 0 || days === 1) return capital(relative(-days, 'day'));
  if (days > 1 && days < 7) return capital(format(seconds, { weekday: 'long' }));
  return format(seconds, {
    day: 'numeric',
    month: 'long',
    year: sameYear(seconds, now) ? undefined : 'numeric',
  });
};

/** 'Today 14:32', for dividers and details. */
export const dayAndTime = (seconds: number, now: number): string =>
  `${dayName(seconds, now)} ${timeOfDay(seconds)}`;

/** 'now', '5 min', '2 hr', 'Mon', '3 Mar', '3 Mar 2024', for the list. */
export const shortAgo = (seconds: number, now: number): string => {
  const ago = Math.max(0, now - seconds);
  if (ago < MINUTE) return relative(0, 'second');
  if (ago < HOUR) return amount(Math.floor(ago / MINUTE), 'minute');
  const days = daysBetween(seconds, now);
  if (days === 0) return amount(Math.floor(ago / HOUR), 'hour');
  if (days < 7) return format(seconds, { weekday: 'short' });
  return format(seconds, {
    day: 'numeric',
    month: 'short',
    year: sameYear(seconds, now) ? undefined : 'numeric',
  });
};

/** 'Sun, 22 Nov', for a date such as '2026-11-22', whatever the browser's time zone. */
export const dateName = (day: string): string =>
  format(Date.parse(day) / 1000, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** '40 sec', '5 min', '2 hr'. */
export const duration = (seconds: number): string => {
  if (seconds < MINUTE) return amount(Math.round(seconds), 'second');
  if (seconds < HOUR) return amount(Math.round(seconds / MINUTE), 'minute');
  return amount(Math.round(seconds / HOUR), 'hour');
};

/** For a `datetime` attribute; empty if the time is invalid. */
export const isoTime = (seconds: number): string => {
  const d = date(seconds);
  return Number.isNaN(d.getTime()) ? '' : d.toISOString();
};
