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
 * @param rtl whether the texts are written from right to left. Each value is then put between FSI and PDI: otherwise
 * the punctuation around a value of the other direction would change places.
 * @returns a function that gives the text at a path, whose keys may contain dots; `undefined` when there is none
 */
export const createTexts = (dictionary: Dictionary, rtl: boolean) => {
  const table = rosetta({ texts: own(dictionary) });
  return (path: string[], values?: Values): string | undefined => {
    const given = own(values);
    if (rtl) for (const name in given) given[name] = `\u2068${given[name]}\u2069`;
    const text: unknown = table.t(path, given, 'texts');
    return typeof text === 'string' && text ? text : undefined;
  };
};

const dayNumber = (ms: number) => {
  const d = new Date(ms);
  return Math.round(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate()) / 86_400_000);
};

type Formats = {
  PluralRules: Intl.PluralRules;
  NumberFormat: Intl.NumberFormat;
  DateTimeFormat: Intl.DateTimeFormat;
  RelativeTimeFormat: Intl.RelativeTimeFormat;
};
type Makers = { [Kind in keyof Formats]: new (locale: string, options?: object) => Formats[Kind] };

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
  /** A format, made when it is first used: each takes the browser several milliseconds. */
  const late = <Kind extends keyof Formats>(kind: Kind, options?: object) => {
    let made: Formats[Kind] | undefined;
    return () => {
      made ??= new (Intl as Makers)[kind](locale, options);
      return made;
    };
  };
  const clockTime = { hour: 'numeric', minute: '2-digit' };
  const rules = late('PluralRules');
  const numbers = late('NumberFormat');
  const clock = late('DateTimeFormat', clockTime);
  const dayAndClock = late('DateTimeFormat', { month: 'short', day: 'numeric', ...clockTime });
  const full = late('DateTimeFormat', { dateStyle: 'full', timeStyle: 'short' });
  const relative = late('RelativeTimeFormat', { numeric: 'auto' });

  const rtl = isRightToLeft(locale);
  const texts = createTexts(dictionary, rtl);

  const told = (name: string, text: string | undefined): string => {
    if (text) return text;
    if (!missing.has(name)) {
      missing.add(name);
      report(`Missing translation (${locale}): ${name}`);
    }
    return name;
  };
  const time: Words['time'] = (at, now) =>
    (dayNumber(at) === dayNumber(now) ? clock() : dayAndClock()).format(at);

  return {
    locale,
    rtl,
    t: (key, values) => told(key, texts([key], values)),
    knows: (key) => texts([key]) !== undefined,
    plural(key, count, values) {
      const form = rules().select(count);
      const text = texts([key, form], { ...values, count: numbers().format(count) });
      return told(`${key}.${form}`, text);
    },
    time,
    dateTime: (at) => full().format(at),
    day(at, now) {
      const days = dayNumber(at) - dayNumber(now);
      if (days !== 0 && days !== -1) return dayAndClock().format(at);
      const name = relative().format(days, 'day');
      return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)} ${clock().format(at)}`;
    },
  };
};
