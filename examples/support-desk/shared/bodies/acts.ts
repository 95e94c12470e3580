import * as v from 'valibot';
import { text, words } from './parts';

/** What a reply does besides its text. */

const tagAct = v.object({ act: v.literal('tag'), tag: words(255) });
/** Without `agentId`, the agent who replies. */
const assignAct = v.object({ act: v.literal('assign'), agentId: v.optional(words(100)) });
const closeAct = v.object({ act: v.literal('close') });
const snooze = v.literal('snooze');

type Act = { act: string };

const isOnce = (acts: readonly Act[]): boolean => {
  const times = (...names: string[]): number => acts.filter(({ act }) => names.includes(act)).length;
  return times('assign') <= 1 && times('close', 'snooze') <= 1;
};
const ONCE = 'may assign once, and close or snooze once';
const MOST_ACTS = 20;

/**
 * What a saved reply does once it is sent. A snooze without `until` lasts until the visitor writes; the others are in
 * the time zone of the agent who sends it.
 */
export const savedActs = v.pipe(
  v.array(
    v.variant('act', [
      tagAct,
      assignAct,
      closeAct,
      v.object({ act: snooze, until: v.optional(v.picklist(['tomorrow', 'week'])) }),
    ]),
  ),
  v.maxLength(MOST_ACTS),
  v.check((acts) => isOnce(acts), ONCE),
);

/** The same for one reply: also files of saved replies to send after it. `until` is in float seconds. */
const replyAct = v.variant('act', [
  v.object({ act: v.literal('file'), fileId: v.pipe(v.string(), v.regex(/^[\w-]{8,128}$/)) }),
  tagAct,
  assignAct,
  closeAct,
  v.object({ act: snooze, until: v.optional(v.pipe(v.number(), v.finite())) }),
]);
export type ReplyAct = v.InferOutput<typeof replyAct>;

/**
 * What to do after a message, in this order. Each act succeeds or is refused alone, and is done once, however often the
 * call is repeated. `seen` is what its author knew: closing and snoozing are refused if the visitor has written since
 * `received`, and all three if `assigneeId`, null for nobody, has lost the conversation to a colleague.
 */
export const followUpBody = v.object({
  acts: v.pipe(
    v.array(replyAct),
    v.minLength(1),
    v.maxLength(MOST_ACTS),
    v.check((acts) => isOnce(acts), ONCE),
  ),
  seen: v.optional(
    v.object({
      received: v.pipe(v.number(), v.finite()),
      assigneeId: v.optional(v.nullable(text(100))),
    }),
  ),
});
export type FollowUpBody = v.InferOutput<typeof followUpBody>;
