import * as v from 'valibot';
import { text } from './parts';

/** `PUT /me/push`: a browser's `PushSubscription`, as its `toJSON` has it, and whether the agent is away there. */
export const pushBody = v.object({
  endpoint: text(2000),
  keys: v.object({ p256dh: text(200), auth: text(200) }),
  away: v.optional(v.boolean()),
});
export type PushBody = v.InferInput<typeof pushBody>;
