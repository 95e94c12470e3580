import { isEmail } from '@porch/messenger/wire/emailAddress';
import * as v from 'valibot';
import { messageText, referenceId, shortText, text, words } from './parts';

/** The bodies of what agents and programs do about visitors and their keys. */

/** `POST /link-requests/{code}/match`. `displayName` is the visitor's in that channel; `error` the reason of `failed`. */
export const matchBody = v.object({
  outcome: v.optional(v.picklist(['matched', 'linked', 'cancelled', 'failed']), 'linked'),
  displayName: v.optional(words(100)),
  error: v.optional(v.object({ code: words(100), description: words(100) })),
});

/** `PATCH /users/{appUserId}`: corrects these fields; `null` removes a correction. */
export const correctionBody = v.object({
  name: v.optional(v.nullable(words(200))),
  email: v.optional(v.nullable(v.pipe(v.string(), v.check(isEmail, 'must be an email address')))),
  phone: v.optional(
    v.nullable(v.pipe(v.string(), v.regex(/^(?=.*\d)[\d\s+()./-]{3,40}$/, 'must be a phone number'))),
  ),
});
export type AgentCorrectionBody = v.InferOutput<typeof correctionBody>;

/**
 * `POST /users/{appUserId}/notes`: a repeated `referenceId` answers with the stored note. `name` is only read for programs.
 */
export const visitorNoteBody = v.object({
  text: messageText,
  referenceId: v.optional(referenceId),
  name: v.optional(shortText),
});

/**
 * `POST /users/{appUserId}/conversations` begins a conversation with an agent's message, and answers `{conversation}`. A repeated
 * `referenceId` begins none. 409 if the visitor is blocked or cannot be reached.
 */
export const firstMessageBody = v.object({ text: messageText, referenceId: v.optional(referenceId) });

/**
 * `POST /users/{appUserId}/merge` merges the visitor `with` and this one for agents. `kept` is who stays, as `GET` has told; 409 if
 * another would. `DELETE …/merge/{otherId}` takes it back.
 */
export const mergeBody = v.object({ with: words(100), kept: v.optional(words(100)) });

/** `PATCH /users/{appUserId}/notes/{noteId}`: for its writer and admins, who can also delete it. */
export const changedNoteBody = v.object({ text: messageText });

/** `POST /signing-keys` answers `{signingKey}`. */
export const signingKeyBody = v.object({ name: v.optional(text(100), '') });
