import rosetta from 'rosetta';
import { isRightToLeft } from './locale';

/**
 * A locale file: for each key a text, or one text per plural category. `{{name}}` is replaced with a value.
 */
export type Dictionary = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;

type Values = Record<string, string | number>;

/** The labels and formats of one locale. */
export type Words = {
  locale: string;
  rtl: boolean;
  /** The text for a key. A missing text returns the key and is reported once. */
  t(key: string, values?: Values): string;
  /** Whether the key has a text. Texts of lazily loaded features load later. */
  knows(key: string): boolean;
  /** The text for a key in the plural form of a count; `{{count}}` becomes the formatted number. */
  plural(key: string, count: number, values?: Values): string;
  /**
   * `14:05`, or `Nov 3, 14:05` on another day.
   * @param at milliseconds
   * @param now milliseconds
   */
  time(at: number, now: number): string;
  /**
   * The full date and time.
   * @param at milliseconds
   */
  dateTime(at: number): string;
  /**
   * `Today 14:05`, `Yesterday 14:05`, or the date and time.
   * @param at milliseconds
   * @param now milliseconds
   */
  day(at: number, now: number): string;
};

/** A copy without inherited names, because a text may put any name in braces. */
const own = <T extends object>(values: T | undefined): T => Object.assign(Object.create(null), values);

/**
 * Looks up and fills in the texts of a dictionary.
 * @returns a function that gives the text at a path, whose keys may contain dots; `undefined` when there is
 * none
 */
export const createTexts = (dictionary: Dictionary) => {
  const table = rosetta({ texts: own(dictionary) });
  return (path: string[], values?: Values): string | undefined => {
    const text: unknown = table.t(path, own(values), 'texts');
    return typeof text === 'string' && text ? text : undefined;
  };
};

const dayNumber = (ms: number) => {
  const d = new Date(ms);
  return Math.round(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000);
};

/**
 * Creates the labels and formats of one locale.
 * @param locale a code of `locales/`
 * @param dictionary the content of that locale's file
 * @param report called once for each missing key: 'Missing translation ({locale}): {key}'
 */
export const createWords = (
  locale: string,
  dictionary: Dictionary,
  report: (message: string) => void,
): Words => {
  const missing = new Set<string>();
  const rules = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  const dayAndClock = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

  const texts = createTexts(dictionary);

  const told = (name: string, text: string | undefined): string => {
    if (text) return text;
    if (!missing.has(name)) {
      missing.add(name);
      report(`Missing translation (${locale}): ${name}`);
    }
    return name;
  };
  const time: Words['time'] = (at, now) =>
    (dayNumber(at) === dayNumber(now) ? clock : dayAndClock).format(at);

  return {
    locale,
    rtl: isRightToLeft(locale),
    t: (key, values) => told(key, texts([key], values)),
    knows: (key) => texts([key]) !== undefined,
    plural(key, count, values) {
      const form = rules.select(count);
      const text = texts([key, form], { ...values, count: numbers.format(count) });
      return told(`${key}.${form}`, text);
    },
    time,
    dateTime: (at) => full.format(at),
    day(at, now) {
      const days = dayNumber(at) - dayNumber(now);
      if (days !== 0 && days !== -1) return dayAndClock.format(at);
      const name = relative.format(days, 'day');
      return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} ${clock.format(at)}`;
    },
  };
};
