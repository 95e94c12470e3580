import type { WireMessage } from '../wire/message';
import { carouselText } from './carousel/text';
import { fileText } from './file/text';
import { formText } from './form/text';
import { formResponseText } from './formResponse/text';
import { imageText } from './image/text';
import type { KindText, Line } from './kind';
import { listText } from './list/text';
import { locationText } from './location/text';
import { templateText } from './template/text';
import { textText } from './text/text';
import { unknownText } from './unknown/text';

const KNOWN = {
  text: textText,
  image: imageText,
  file: fileText,
  location: locationText,
  carousel: carouselText,
  list: listText,
  form: formText,
  formResponse: formResponseText,
  template: templateText,
} satisfies Record<string, KindText>;

/** The kinds of message. The inbox has a tag and a view of each. */
export type KindName = keyof typeof KNOWN;

/**
 * The words of each message kind. A new kind has one folder, one row here and one row in
 * `features/richMessages/views.tsx`.
 */
export const TEXTS: Record<string, KindText> = KNOWN;

type Content = Pick<WireMessage, 'type' | 'raw'>;

const textOf = (type: string): KindText =>
  Object.hasOwn(TEXTS, type) ? (TEXTS[type] as KindText) : unknownText;

/** At most this many names of one message are listed. */
const MOST = 20;

/** The names of what a message contains, in one line; empty when there are none. */
export const namesIn = ({ type, raw }: Content): string =>
  textOf(type).names?.(raw).filter(Boolean).slice(0, MOST).join(', ') ?? '';

/** A message's whole content except its text, line by line. */
export const linesIn = ({ type, raw }: Content): Line[] => textOf(type).lines?.(raw) ?? [];

/**
 * A message in short: its text, else the names of what it contains, else the words for its kind.
 * @returns undefined until those words are loaded
 */
export const shortText = (
  message: Content & Pick<WireMessage, 'text' | 'textFallback'>,
  words: { knows(key: string): boolean; t(key: string): string },
): string | undefined => {
  const { label = 'list.attachment' } = textOf(message.type);
  const own = [message.text, message.textFallback, namesIn(message)].find((text) => text?.trim());
  return own ?? (words.knows(label) ? words.t(label) : undefined);
};
