import * as v from 'valibot';
import { LIST_SORTS, LIST_VIEWS } from '../lists';
import { savedAct, savedFile } from './acts';

/** The answers about agents' teamwork. Times are float seconds. */

/** An agent with a conversation open, and whether they type in it. */
const attendingAgent = v.object({
  id: v.string(),
  name: v.string(),
  avatarUrl: v.optional(v.string()),
  typing: v.boolean(),
});
export type AttendingAgent = v.InferOutput<typeof attendingAgent>;

/** `POST /conversations/{id}/attending`. */
export const attendingAnswer = v.object({ agents: v.array(attendingAgent) });
export type AttendingAnswer = v.InferOutput<typeof attendingAnswer>;

/** An agent's note in a conversation, which visitors never get. `author` has no id for a program. `mentions` are ids of agents. */
export const agentNote = v.object({
  _id: v.string(),
  createdAt: v.number(),
  text: v.string(),
  author: v.object({ id: v.optional(v.string()), name: v.string(), avatarUrl: v.optional(v.string()) }),
  mentions: v.array(v.string()),
});
export type AgentNote = v.InferOutput<typeof agentNote>;

/** `GET /conversations/{id}/notes`, the newest 500, newest first. */
export const notesAnswer = v.object({ notes: v.array(agentNote) });
export type AgentNotesAnswer = v.InferOutput<typeof notesAnswer>;

/** A text that agents send often, with what is done once it is sent, and files that are sent after it. `author` wrote it last. */
export const savedReply = v.object({
  _id: v.string(),
  /** The word that inserts it after a slash. */
  shortcut: v.string(),
  text: v.string(),
  /** Empty for none. */
  folder: v.string(),
  acts: v.array(savedAct),
  files: v.array(savedFile),
  author: v.string(),
  savedAt: v.number(),
});
export type AgentSavedReply = v.InferOutput<typeof savedReply>;

/** `GET /saved-replies`, by shortcut. `unusedTags` are those of its acts that no conversation has. */
export const savedRepliesAnswer = v.object({ replies: v.array(savedReply), unusedTags: v.array(v.string()) });
export type AgentSavedRepliesAnswer = v.InferOutput<typeof savedRepliesAnswer>;

/** What a saved view shows; shared/bodies/views.ts has what each part means. */
const listFilter = v.object({
  view: v.picklist(LIST_VIEWS),
  agentId: v.optional(v.string()),
  tag: v.optional(v.string()),
  waits: v.optional(v.number()),
  search: v.optional(v.string()),
  sort: v.optional(v.picklist(LIST_SORTS)),
});

/** A filter of the list under a name. `author` saved it last. Without `shared`, only the agent who asks has it. */
export const savedView = v.object({
  _id: v.string(),
  name: v.string(),
  shared: v.boolean(),
  filter: listFilter,
  author: v.string(),
  savedAt: v.number(),
});
export type AgentSavedView = v.InferOutput<typeof savedView>;

/** `GET /views`: the team's, and those of the agent who asks, by name. */
export const savedViewsAnswer = v.object({ views: v.array(savedView) });
export type AgentSavedViewsAnswer = v.InferOutput<typeof savedViewsAnswer>;
