import * as v from 'valibot';
import { DAYS, type Day, officeDays, type Span } from '../../../shared/openingHours';
import { localeCode } from '../settings/localeSettings';
import { flag, text } from '../settings/settingTypes';

/** The last valid name. Settings are read often, and creating a format takes longer than everything else. */
let lastZone: string | undefined;

/** Whether this is the name of a time zone. */
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

/** Without any day, the weekdays have usual times; otherwise a day without times is closed. */
const daysSchema = v.pipe(
  v.strictObject(v.entriesFromList(DAYS, v.optional(spansOfDay))),
  v.transform(
    (days): Record<Day, Span[]> =>
      Object.keys(days).length === 0
        ? officeDays()
        : { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [], ...days },
  ),
);

/** What a visitor gets who writes outside of the opening hours, unless a person or a program answers. */
const awayMessageSchema = v.strictObject({
  enabled: flag(false),
  /** For visitors whose language has no text of its own. */
  text: v.optional(
    text(1000),
    'Thank you for your message, {{name}}. We are away and will reply from {{opens}}.',
  ),
  /** The texts of languages, by their locale. */
  texts: v.optional(v.record(localeCode, text(1000)), {}),
});

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
  days: v.optional(daysSchema, {}),
  awayText: v.optional(
    v.pipe(v.string(), v.maxLength(300)),
    // At most the length that the header shows on one line.
    'Away. We’ll reply later.',
  ),
  message: v.optional(awayMessageSchema, {}),
});
