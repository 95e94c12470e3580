import * as v from 'valibot';
import { DAYS } from '../../../shared/openingHours';

/** The last valid name. Settings are read often, and creating a format takes longer than everything else. */
let lastZone: string | undefined;

const isTimeZone = (name: string): boolean => {
  if (name === lastZone) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    lastZone = name;
    return true;
  } catch {
    return false;
  }
};

const clockTime = v.pipe(
  v.string(),
  v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:00 to 24:00'),
);
const span = v.pipe(
  v.strictObject({ from: clockTime, to: clockTime }),
  v.check(({ from, to }) => from < to, 'must end after it begins'),
);
const spansOfDay = v.pipe(
  v.array(span),
  v.maxLength(4, 'may have at most four times'),
  v.check(
    (spans) => spans.every(({ from }, at) => from >= (spans[at - 1]?.to ?? '')),
    'must have its times in order, without overlap',
  ),
);

/** When the team answers. Outside of these hours, visitors see `awayText` instead of the description. */
export const openingHoursSchema = v.strictObject({
  enabled: v.optional(v.boolean(), false),
  timeZone: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(60),
      v.check(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin'),
    ),
    'UTC',
  ),
  days: v.optional(v.strictObject(v.entriesFromList(DAYS, v.optional(spansOfDay, []))), {}),
  awayText: v.optional(
    v.pipe(v.string(), v.maxLength(300)),
    // At most the length that the header shows on one line.
    'Away. We’ll reply later.',
  ),
});

type OpeningHours = v.InferOutput<typeof openingHoursSchema>;

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

/**
 * Whether the team answers at this time. Without opening hours it always does.
 * @param at ms
 */
export const isOpen = ({ enabled, timeZone, days }: OpeningHours, at: number): boolean => {
  if (!enabled) return true;
  const parts = formatterOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  const day = DAYS.find((name) => name === part('weekday').toLowerCase());
  const time = `${part('hour')}:${part('minute')}`;
  return day !== undefined && days[day].some(({ from, to }) => from <= time && time < to);
};
