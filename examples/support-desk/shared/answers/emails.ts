import * as v from 'valibot';
import { EMAIL_REFUSALS } from '../lists';

/** The answers about incoming emails. Times are float seconds. */

/**
 * `GET /conversations/{id}/messages/{messageId}/email`: the text of the email behind a message, with what the message
 * leaves out: quotes, signatures and additions by programs. 404 if the message has all of it.
 */
export const emailAnswer = v.object({ email: v.object({ text: v.string(), isCut: v.boolean() }) });
export type AgentEmailAnswer = v.InferOutput<typeof emailAnswer>;

/**
 * The `email` of a message that came by email: whether the message leaves out some of it; `isCut` if that was too long
 * to store whole; and, if an agent accepted it, the sender's address.
 */
export type MessageEmail = { isFolded?: true; isCut?: true; from?: string; acceptedBy?: string };

/**
 * An email that did not become a message. `conversationId` is the conversation that it names. `preview` is the
 * beginning of its text. If `canAccept` is false, it can never be a message: it names no conversation, no person wrote
 * it, or the desk cannot read it.
 */
const refusedEmail = v.object({
  id: v.string(),
  reason: v.picklist(EMAIL_REFUSALS),
  canAccept: v.boolean(),
  conversationId: v.optional(v.string()),
  sender: v.string(),
  subject: v.string(),
  preview: v.string(),
  refusedAt: v.number(),
});
export type RefusedEmail = v.InferOutput<typeof refusedEmail>;

/** `GET /refused-emails[?before=]`, newest first, 50 a page. `before` is the `next` of the previous page. */
export const refusedEmailsAnswer = v.object({ emails: v.array(refusedEmail), next: v.optional(v.string()) });
export type RefusedEmailsAnswer = v.InferOutput<typeof refusedEmailsAnswer>;

/**
 * `POST /refused-emails/{id}/accept`, for admins: the email becomes the message that it would have been, once. 409 if
 * it cannot, 404 if it is no longer in the list or in the mailbox, 503 while the mailbox cannot be read. `DELETE
 * /refused-emails/{id}`, for admins, removes it from the list. It stays in the mailbox.
 */
export const acceptedEmailAnswer = v.object({ conversationId: v.string() });
export type AcceptedEmailAnswer = v.InferOutput<typeof acceptedEmailAnswer>;
