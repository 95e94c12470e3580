import type { EmailRefusal } from '../../shared/emailsApi';

/** A mail that became no message, as the list of them has it. The mail itself stays in the mailbox. */
export type RefusedMail = {
  id: string;
  /** The same for the same mail, however often it comes. */
  identity: string;
  reason: EmailRefusal;
  /** The conversation that it names. */
  conversationId: string | null;
  /** Whether the desk has signed that it belongs there. Strangers cannot send many of these. */
  isProven: boolean;
  /** Whether it can still become a message. */
  canAccept: boolean;
  sender: string;
  subject: string;
  preview: string;
  /** Where the mailbox has it, as long as its `validity` is the same. */
  uid: number;
  validity: string;
  /** Its own id, by which it is found elsewhere in the mailbox. */
  messageId: string | null;
  refusedAt: number;
};

/** Its place in the list, which counts up. */
export type PlacedMail = RefusedMail & { place: number };

/** Mails that crowd each other out: those of one origin, or all of them. */
export type MailOrigin = Pick<RefusedMail, 'isProven'> &
  Partial<Pick<RefusedMail, 'sender' | 'conversationId'>>;

/** The whole text of the mail that a message came by. */
export type MailText = { messageId: string; text: string };
