import type { EmailRefusal } from '../../shared/lists';

/** A refused email, as listed. The email itself stays in the mailbox. */
export type RefusedMail = {
  id: string;
  /** The same for the same email, however often it arrives. */
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
  /** Where the mailbox has it, while its `validity` is the same. */
  uid: number;
  validity: string;
  /** Its own id, by which it is found elsewhere in the mailbox. */
  messageId: string | null;
  refusedAt: number;
};

/** Its place in the list, which counts up. */
export type PlacedMail = RefusedMail & { place: number };

/** Emails that crowd each other out: those of one origin, or all of them. */
export type MailOrigin = Pick<RefusedMail, 'isProven'> &
  Partial<Pick<RefusedMail, 'sender' | 'conversationId'>>;

/** The whole text of a message's email. */
export type MailText = { messageId: string; text: string };
