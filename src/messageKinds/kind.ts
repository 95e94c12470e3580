import type { Json } from '../wire/decode';

/** A line of what a message contains besides its text. */
export type Line = {
  name?: string;
  /** Its text: a description or an answer. */
  detail?: string;
  /** The address of its file or page, as received. */
  url?: string;
  /** Set for content beyond text. */
  element?: 'file' | 'button';
};

/** A message kind in words. Announcements, list previews, the transcript and the inbox all use it. */
export type KindText = {
  /** Key of the words for a message without a text. */
  label?: string;
  /**
   * The names of what it contains, in short.
   * @param raw the message as received
   */
  names?: (raw: Json) => (string | undefined)[];
  /**
   * Its whole content, line by line.
   * @param raw the message as received
   */
  lines?: (raw: Json) => Line[];
};
