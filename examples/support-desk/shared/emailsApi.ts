/** The types of incoming emails, shared by the server and the inbox. Every call is under `/agent/api`. Times are float seconds. */

/**
 * `GET /agent/api/conversations/{id}/messages/{messageId}/email`: the text of the email behind a message, with what the
 * message leaves out: quotes, signatures and additions by programs. 404 if the message has all of it.
 */
export type AgentEmailAnswer = { email: { text: string; isCut: boolean } };

/**
 * The `email` of a message that came by email: whether the message leaves out some of it; `isCut` if that was too long
 * to store whole; and, if an agent accepted it, the sender's address.
 */
export type MessageEmail = { isFolded?: true; isCut?: true; from?: string; acceptedBy?: string };

/** Why an email did not become a message. */
export const EMAIL_REFUSALS = [
  /** It came back to the desk that sent it, or it is from a desk. */
  'loop',
  /** It reports that an email was not delivered. */
  'bounce',
  /** A program answered. */
  'automatic',
  /** The receiving server reports that the sender's address is forged. */
  'unauthentic',
  /** It does not reply to an email of the desk. */
  'no-token',
  /** The desk has not signed its token. */
  'forged',
  /** It replies to an email to the team that is too old. */
  'ended',
  /** The conversation no longer exists. */
  'gone',
  /** Its sender is not the person that the email was sent to. */
  'stranger',
  'too-large',
  /** There were too many for this conversation. */
  'too-many',
  /** It contains no text by the sender. */
  'empty',
  /** The conversation is full. */
  'not-taken',
  /** It is unreadable. */
  'unreadable',
  /** The desk has tried to read or store it for hours, without success. */
  'failed',
] as const;
export type EmailRefusal = (typeof EMAIL_REFUSALS)[number];

/**
 * An email that did not become a message. `conversationId` is the conversation that it names. `preview` is the
 * beginning of its text. If `canAccept` is false, it can never be a message: it names no conversation, no person wrote
 * it, or the desk cannot read it.
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
 * `POST /agent/api/refused-emails/{id}/accept`, for admins: the email becomes the message that it would have been,
 * once. 409 if it cannot, 404 if it is no longer in the list or in the mailbox, 503 while the mailbox cannot be read.
 * `DELETE /agent/api/refused-emails/{id}`, for admins, removes it from the list. It stays in the mailbox.
 */
export type AcceptedEmailAnswer = { conversationId: string };
