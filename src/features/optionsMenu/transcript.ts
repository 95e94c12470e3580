import { actionLines } from '../../messageKinds/shared/lines';
import { linesIn } from '../../messageKinds/texts';
import type { WireMessage } from '../../wire/message';
import { decodeActions } from '../../wire/rich';
import { shownText } from '../../wire/shown';

/** The labels that a transcript needs, in the visitor's language. */
type TranscriptWords = {
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

/** The content of a message of any kind as lines of plain text. */
const said = (message: WireMessage): string[] => {
  const { raw, text, textFallback, markdownText } = message;
  const own = [...linesIn(message), ...actionLines(decodeActions(raw.actions))]
    .map(({ name, detail, url }) => line(name, detail, url))
    .filter(Boolean);
  // The fallback text repeats the parts.
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
