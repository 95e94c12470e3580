/** The types of emails that came in, shared by the server and the inbox. Every call is under `/agent/api`. Times are float seconds. */

/**
 * `GET /agent/api/conversations/{id}/messages/{messageId}/email`: the text of the email that a message came by, with what the
 * message leaves out: quotes, signatures and what programs add. 404 where the message says all of it.
 */
export type AgentEmailAnswer = { email: { text: string; isCut: boolean } };

/**
 * What agents read of a message that came by email, as its `email`: whether it leaves out some of that, of which `isCut` says that it
 * was too long to be kept whole; and, where an agent has accepted it, the address it came from.
 */
export type MessageEmail = { isFolded?: true; isCut?: true; from?: string; acceptedBy?: string };

/** Why an email became no message. */
export const EMAIL_REFUSALS = [
  /** It comes back to the desk that sent it, or from a desk. */
  'loop',
  /** It says that a mail was not delivered. */
  'bounce',
  /** A program has answered. */
  'automatic',
  /** The receiving server says that the sender's address is forged. */
  'unauthentic',
  /** It replies to no mail of the desk. */
  'no-token',
  /** The desk has not signed its token. */
  'forged',
  /** It replies to a mail to the team that is too old. */
  'ended',
  /** The conversation is no longer there. */
  'gone',
  /** Its sender is not the one who was written to. */
  'stranger',
  'too-large',
  /** There were too many of this conversation. */
  'too-many',
  /** The sender has written nothing. */
  'empty',
  /** The conversation takes no more. */
  'not-taken',
  /** Nobody can read it. */
  'unreadable',
  /** The desk has tried in vain to read or store it, for hours. */
  'failed',
] as const;
export type EmailRefusal = (typeof EMAIL_REFUSALS)[number];

/**
 * An email that became no message. `conversationId` is the conversation that it names. `preview` is the beginning of its text.
 * Where `canAccept` is false, it can never be a message: it names no conversation, no person wrote it, or the desk cannot read it.
 */
export type RefusedEmail = {
  id: string;
  reason: EmailRefusal;
  canAccept: boolean;
  conversationId?: string;
  sender: string;
  subject: string;
  preview: string;
  refusedAt: number;
};

/** `GET /agent/api/refused-emails[?before=]`, newest first, 50 a page. `before` is the `next` of the previous page. */
export type RefusedEmailsAnswer = { emails: RefusedEmail[]; next?: string };

/**
 * `POST /agent/api/refused-emails/{id}/accept`, for admins: the email becomes the message that it would have been, once. 409 where
 * it cannot be one, 404 where it is no longer in the list or in the mailbox, 503 while the mailbox cannot be read.
 * `DELETE /agent/api/refused-emails/{id}`, for admins, takes it off the list. It stays in the mailbox.
 */
export type AcceptedEmailAnswer = { conversationId: string };
