import * as v from 'valibot';

/**
 * The answers about messages. Every call of the agent API is under `/agent/api` and needs the cookie of a signed-in agent, or
 * `Authorization: Bearer API_KEY`. Times are float seconds.
 */

/** A message on the wire: the common fields and those of its type, as for visitors. */
export const agentMessage = v.looseObject({
  _id: v.string(),
  type: v.string(),
  role: v.picklist(['appUser', 'appMaker']),
  received: v.number(),
  text: v.optional(v.string()),
  name: v.optional(v.string()),
  avatarUrl: v.optional(v.string()),
  /** The id of the visitor or the agent who wrote it. Programs have none. */
  authorId: v.optional(v.string()),
  /** Marks authors that are not a person: visitors see a mark for 'AI' and 'bot'. */
  authorSubtypes: v.optional(v.array(v.picklist(['AI', 'bot', 'agent', 'activity']))),
  /** The size of an image in pixels, read from the uploaded file. An addition of this desk. */
  mediaWidth: v.optional(v.number()),
  mediaHeight: v.optional(v.number()),
  referenceId: v.optional(v.string()),
});
export type AgentMessage = v.InferOutput<typeof agentMessage>;

/** `GET /conversations/{id}/messages[?before=received]`, ascending. */
export const messagesAnswer = v.object({ messages: v.array(agentMessage), hasPrevious: v.boolean() });
export type AgentMessagesAnswer = v.InferOutput<typeof messagesAnswer>;

/**
 * `POST /conversations/{id}/pictures` takes a PNG, JPEG or WebP in the part `source` of a form, of at most 1 MB and
 * 1024 pixels a side, for an item of a carousel or a list. It is deleted with the first message that uses it.
 */
export const pictureUploadAnswer = v.object({ mediaUrl: v.string() });
export type AgentPictureUploadAnswer = v.InferOutput<typeof pictureUploadAnswer>;
