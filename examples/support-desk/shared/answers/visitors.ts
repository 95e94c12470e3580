import * as v from 'valibot';

/** The answers about visitors' data and the keys that sign their JWTs. Times are float seconds. */

/**
 * How much the desk stores about a visitor: `GET /users/{appUserId}/data`. `bytes` is the disk space of the files.
 * `GET …/export` answers with a zip file of everything. `DELETE /users/{appUserId}` deletes the visitor and
 * everything, and answers with the deleted amounts.
 */
export const visitorData = v.object({
  conversations: v.number(),
  messages: v.number(),
  files: v.number(),
  bytes: v.number(),
});
export type AgentVisitorData = v.InferOutput<typeof visitorData>;

/** A key that signs visitors' JWTs; `secret` is sent only when the key is created. */
export const signingKey = v.object({
  id: v.string(),
  name: v.string(),
  source: v.picklist(['api', 'settings']),
  createdAt: v.optional(v.number()),
  secret: v.optional(v.string()),
});
export type AgentSigningKey = v.InferOutput<typeof signingKey>;

/** `GET /signing-keys`, oldest first. */
export const signingKeysAnswer = v.object({ signingKeys: v.array(signingKey) });
export type AgentSigningKeysAnswer = v.InferOutput<typeof signingKeysAnswer>;
