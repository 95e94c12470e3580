import * as v from 'valibot';
import { agentConversation } from './conversations';
import { agentMessage } from './messages';

/**
 * What a saved reply does once it is sent. Without `agentId`, it assigns to the agent who sends it; a snooze without `until` lasts
 * until the visitor writes.
 */
export const savedAct = v.variant('act', [
  v.object({ act: v.literal('tag'), tag: v.string() }),
  v.object({ act: v.literal('assign'), agentId: v.optional(v.string()) }),
  v.object({ act: v.literal('close') }),
  v.object({ act: v.literal('snooze'), until: v.optional(v.picklist(['tomorrow', 'week'])) }),
]);
export type SavedAct = v.InferOutput<typeof savedAct>;

/** A refused act: its place in the list of acts, from 0, and why. */
const refusedAct = v.object({ index: v.number(), code: v.string(), description: v.string() });

/** What followed a message: the messages of its files, the conversation's new state, and the acts that were refused. */
export const followUpAnswer = v.object({
  messages: v.array(agentMessage),
  conversation: agentConversation,
  refused: v.array(refusedAct),
});
export type AgentFollowUpAnswer = v.InferOutput<typeof followUpAnswer>;

/** A file of saved replies. Without `mediaUrl`, it is no longer there. */
export const savedFile = v.object({
  id: v.string(),
  fileName: v.string(),
  mediaType: v.string(),
  /** Bytes. */
  size: v.number(),
  mediaUrl: v.optional(v.string()),
});
export type AgentSavedFile = v.InferOutput<typeof savedFile>;
