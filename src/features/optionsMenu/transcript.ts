import { type Json, list, obj, str, within } from '../../wire/decode';
import type { WireMessage } from '../../wire/message';
import { shownText } from '../../wire/shown';

/** The labels that a transcript needs, in the visitor's language. */
export type TranscriptWords = {
  locale: string;
  you: string;
  /** The author's name for messages of the business without one. */
  business: string;
  /** Replaces a message that has no text form. */
  unsupported: string;
};

const line = (...parts: unknown[]): string =>
  parts
    .map((part) => shownText(part)?.trim())
    .filter(Boolean)
    .join(': ');

const fileName = (url: string): string | undefined => {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').pop() ?? '');
  } catch {
    return undefined;
  }
};

const media = ({ mediaUrl, altText }: Json): string => {
  const url = str(mediaUrl);
  return url ? line(str(altText)?.trim() || fileName(url), url) : '';
};

const buttons = (value: unknown): string[] =>
  list(value).map((action) => line(obj(action).text, obj(action).uri));

const answers = (value: unknown): string[] =>
  list(value).map((entry) => {
    const field = obj(entry);
    const chosen = list(field.select).map((choice) => str(obj(choice).label) || str(obj(choice).name));
    const said = str(field.text) ?? str(field.email) ?? chosen.filter(Boolean).join(', ');
    return line(str(field.label) || field.name, said);
  });

const place = ({ location, coordinates }: Json): string[] => {
  const { lat, long } = obj(coordinates);
  const known = within(lat, -90, 90) !== undefined && within(long, -180, 180) !== undefined;
  return [line(obj(location).name), line(obj(location).address), known ? `${lat}, ${long}` : ''];
};

/** The content of a message of any kind as lines of plain text. */
const said = ({ raw, text, textFallback, markdownText, fields }: WireMessage): string[] => {
  const items = list(raw.items).flatMap((entry) => {
    const item = obj(entry);
    return [line(item.title, item.description), media(item), ...buttons(item.actions)];
  });
  const own = [media(raw), ...place(raw), ...items, ...answers(fields), ...buttons(raw.actions)].filter(
    Boolean,
  );
  // The fallback text repeats what the parts say.
  const words = text || markdownText || (own.length ? undefined : textFallback);
  return [...(words?.split(/\r\n|[\n\r\u2028\u2029]/) ?? []), ...own];
};

/**
 * A conversation as plain text: title and date, then each message with its author, exact local time and
 * content. Content lines are indented, so that no message can imitate another one's heading.
 * @param head.date the formatted date of the transcript
 * @param head.cut whether messages before the first one are missing
 * @param messages ascending by `received`
 */
export const transcriptOf = (
  head: { title: string; date: string; cut?: boolean },
  messages: readonly WireMessage[],
  words: TranscriptWords,
): string => {
  const exact = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'long' });
  const told = messages.map((message) => {
    const author = message.role === 'appUser' ? words.you : message.name || words.business;
    const lines = said(message);
    return [
      `${author.replace(/\s+/g, ' ')} · ${exact.format(message.received * 1000)}`,
      ...(lines.length ? lines : [words.unsupported]).map((text) => `  ${text}`.trimEnd()),
    ].join('\n');
  });
  const top = [head.title, head.date, head.cut && '…'].filter(Boolean).join('\n');
  return `${[top, ...told].join('\n\n')}\n`;
};
