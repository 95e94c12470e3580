import * as v from 'valibot';
import { isFolder, isShortcut, MOST_FILES } from '../savedReplies';
import { savedActs } from './acts';
import { inboxId, messageText, referenceId, shortText, text, words } from './parts';

/** The bodies of what agents do together. */

const MOST_MENTIONS = 20;

/**
 * `POST /conversations/{id}/notes` answers `{note}`; a repeated `referenceId` answers with the stored note, and 400 if
 * `mentions` has an id of nobody on the team. `name` is only read for programs.
 */
export const noteBody = v.object({
  text: messageText,
  mentions: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/))), v.maxLength(MOST_MENTIONS)),
    [],
  ),
  referenceId: v.optional(referenceId),
  name: v.optional(shortText),
});
export type AgentNoteBody = v.InferInput<typeof noteBody>;

/**
 * `POST /conversations/{id}/attending`: an inbox, under its own id, reports what its agent does in a conversation, and
 * repeats it every 25 s. The answer has all agents who attend to it, including this one. Colleagues get changes by the
 * event `attending`.
 */
export const attendingBody = v.object({ inbox: inboxId, state: v.picklist(['looking', 'typing', 'gone']) });
export type AttendingBody = v.InferInput<typeof attendingBody>;

/** `POST /presence`: every minute, an inbox reports that it is open, and whether its agent is away. */
export const presenceBody = v.object({ inbox: inboxId, away: v.optional(v.boolean(), false) });
export type AgentPresenceBody = v.InferOutput<typeof presenceBody>;

/**
 * `POST /saved-replies` adds a reply, `POST …/{id}` changes one; both answer `{reply}`, and 409 `conflict` if another
 * reply has the shortcut. `POST …/{id}/delete` deletes one. `name` is the agent's. `savedAt` is that of the reply as the
 * agent read it: 409 `conflict` if somebody has changed it since. `files` are ids from `POST /saved-reply-files`. A change
 * without `folder`, `acts` or `files` leaves them as they are.
 */
export const savedReplyBody = v.object({
  shortcut: v.pipe(
    v.string(),
    v.check(isShortcut, 'needs 1 to 40 small letters, digits, hyphens or underscores'),
  ),
  text: messageText,
  folder: v.optional(
    v.pipe(v.string(), v.trim(), v.check(isFolder, 'may have at most 60 characters in one line')),
  ),
  acts: v.optional(savedActs),
  files: v.optional(v.pipe(v.array(words(128)), v.maxLength(MOST_FILES))),
  name: v.optional(text(100)),
  savedAt: v.optional(v.number()),
});
export type AgentSavedReplyBody = v.InferInput<typeof savedReplyBody>;
