import type { EmailRefusal } from '../../shared/lists';

/** Larger emails are not read. The large providers send at most 25 MB, which become 34 MB in transit. */
export const MAX_MAIL_BYTES = 36 * 2 ** 20;

/** More text, even with the history of a conversation, is a sign of an email made to waste time. */
export const MAX_TEXT_BYTES = 4 * 2 ** 20;

/** Where the mailbox has an email, while its `validity` is the same, and at most 64 kB of its header. */
export type PlacedHeader = { uid: number; validity: string; header: Buffer };

/** An email in the mailbox. */
export type StoredMail = PlacedHeader & {
  /** In bytes. */
  size: number;
  /** How many bytes of it are text that the sender has not attached as a file. */
  textSize(): Promise<number>;
  whole(): Promise<Buffer>;
};

export type Outcome = 'taken' | EmailRefusal;
