import { type Codes, chainOf } from '../../../locales/chain.mjs';
import codes from '../../../locales/codes.json';
import { fillVariables } from './fillVariables';
import { closedPeriod, type OpeningHours } from './openingHours';

/** The message to visitors who write outside of the opening hours. */
export type AwayMessage = {
  enabled: boolean;
  /** For visitors whose language has no text in `texts`. */
  text: string;
  /** The texts of languages, by their locale. */
  texts: Readonly<Record<string, string>>;
};

/** The visitor, with what the desk knows. */
type Reader = { name: string; locale: string | null };

/** The text in the visitor's language, and the locale of its times. */
const textFor = (
  { text, texts }: AwayMessage,
  locale: string | null,
  fallback: string,
): { text: string; locale: string } => {
  const code = (locale ?? '').toLowerCase();
  const chain = chainOf(code, codes as Codes);
  // A language that the messenger does not have inherits that of its first part.
  if (!Object.hasOwn(codes, code)) chain.unshift(code.split('-')[0] ?? code);
  const own = chain.findLast((name) => Object.hasOwn(texts, name) && texts[name]?.trim());
  if (own === undefined) return { text, locale: fallback };
  return { text: texts[own] ?? '', locale: Object.hasOwn(codes, code) ? code : own };
};

/** A time, with its zone: visitors may be elsewhere. */
const timeWords = (at: number, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at);

/**
 * The message as its visitor reads it. Its variables are `{{name}}`, and `{{opens}}` for the next opening time.
 * @param fallback the locale of the times in a text for all languages
 * @param at ms, outside of the opening hours
 * @returns undefined if there is nothing to say: the text is empty, or it has `{{opens}}` and no day has times
 */
export const awayText = (
  message: AwayMessage,
  hours: OpeningHours,
  reader: Reader,
  fallback: string,
  at: number,
): string | undefined => {
  const { text, locale } = textFor(message, reader.locale, fallback);
  const until = closedPeriod(hours, at)?.until;
  if (until === undefined && /\{\{\s*opens\s*\}\}/.test(text)) return undefined;
  const opens = until === undefined ? '' : timeWords(until, locale, hours.timeZone);
  return fillVariables(text, { name: reader.name, opens }).trim() || undefined;
};
