import type { EmailRefusal } from '../../shared/emailsApi';

/** Larger mails are not read. The large providers send at most 25 MB, which are 34 MB on their way. */
export const MAX_MAIL_BYTES = 36 * 2 ** 20;

/** More text, even with the history of a conversation, is there to keep the desk busy. */
export const MAX_TEXT_BYTES = 4 * 2 ** 20;

/** Where the mailbox has a mail, as long as its `validity` is the same, and at most 64 kB of its header. */
export type PlacedHeader = { uid: number; validity: string; header: Buffer };

/** A mail in the mailbox. */
export type StoredMail = PlacedHeader & {
  /** In bytes. */
  size: number;
  /** How many bytes of it are text that the sender has not attached as a file. */
  textSize(): Promise<number>;
  whole(): Promise<Buffer>;
};

/** What came of a mail. */
export type Outcome = 'taken' | EmailRefusal;
