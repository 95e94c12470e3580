import * as v from 'valibot';

/** A browser that gets push messages; its `id` is that of its session. */
const pushBrowser = v.object({
  id: v.string(),
  userAgent: v.string(),
  createdAt: v.number(),
  /** Whether it gets only mentions, because the agent shows themselves as away in it. */
  away: v.boolean(),
  current: v.boolean(),
});
export type PushedBrowser = v.InferOutput<typeof pushBrowser>;

/** `GET /me/push` and `PUT /me/push`; `key` is the desk's public key, in base64url. */
export const pushAnswer = v.object({ key: v.string(), browsers: v.array(pushBrowser) });
export type PushAnswer = v.InferOutput<typeof pushAnswer>;

/** `POST /me/push/test`: what the push service answered. `ended`: the browser has ended its subscription. */
export const pushTestAnswer = v.object({ outcome: v.picklist(['taken', 'ended', 'refused', 'failed']) });
export type PushTestAnswer = v.InferOutput<typeof pushTestAnswer>;
