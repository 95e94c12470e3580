import type { MailOrigin, MailText, PlacedMail, RefusedMail } from '../model/mailEntities';

/** The reads of incoming emails. Times are in ms. */
export type MailReads = {
  /** The whole texts of these messages, if they have one. */
  mailTexts(messageIds: readonly string[]): Promise<MailText[]>;
  /** Newest first; with `before`, only those before that place. */
  refusedMails(page: { before?: number; limit: number }): Promise<PlacedMail[]>;
  refusedMailById(id: string): Promise<RefusedMail | undefined>;
  /** How many there are, and how many of them can become messages. */
  refusedMailCounts(): Promise<{ all: number; acceptable: number }>;
  /** Those that name a conversation of the user, and those from this address. Newest first. */
  refusedMailsOf(userId: string, sender: string | undefined): Promise<RefusedMail[]>;
};

/** The writes of the same. */
export type MailWrites = {
  /** Stores the whole text of a message's email. It is deleted with the message. */
  insertMailText(text: MailText): Promise<void>;
  /** False if the email is already listed. The row is deleted with the conversation that it names. */
  insertRefusedMail(mail: RefusedMail): Promise<boolean>;
  /** Deletes all but the newest `most` of an origin. */
  trimRefusedMails(origin: MailOrigin, most: number): Promise<void>;
  /** False if it is no longer listed. */
  deleteRefusedMail(id: string): Promise<boolean>;
  /** Deletes those that were refused before this time (ms), or that came from this address. */
  deleteRefusedMails(which: { before: number } | { sender: string }): Promise<void>;
};
