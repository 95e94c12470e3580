import * as v from 'valibot';
import { MOST_AT_ONCE } from '../lists';
import { pictureUrl, shortText, text, words } from './parts';

/** The bodies of what agents do with a conversation. */

/**
 * `POST /conversations/{id}/assign`: a colleague's `agentId`; without it, the agent who asks. `name` and `avatarUrl` are
 * only read for programs. `…/queue` and `…/reopen` take nothing.
 */
export const assignBody = v.object({
  agentId: v.optional(text(100)),
  name: v.optional(words(100)),
  avatarUrl: v.optional(pictureUrl),
});

/**
 * `POST /conversations/{id}/close`. `seen.received` is that of the visitor's newest known message: if they have written
 * since, the conversation stays open, and the answer is 409 `conflict`.
 */
export const closeBody = v.object({
  seen: v.optional(v.object({ received: v.pipe(v.number(), v.finite()) })),
});

const until = v.optional(v.pipe(v.number(), v.finite()));

/**
 * `POST /conversations/{id}/snooze`. It sleeps until the visitor writes, or until the time `until` in float seconds if
 * that comes first. `seen` is as for closing. `…/wake` takes nothing.
 */
export const snoozeBody = v.object({
  ...closeBody.entries,
  until,
});
export type AgentSnoozeBody = v.InferInput<typeof snoozeBody>;

const activity = v.object({
  type: v.picklist(['conversation:read', 'typing:start', 'typing:stop']),
  name: v.optional(shortText),
});
export type AgentActivityBody = v.InferInput<typeof activity>;
/** `POST /conversations/{id}/activity` takes the activity itself, or `{activity}`. */
export const activityBody = v.union([v.object({ activity }), activity]);

const tag = v.optional(shortText);
/** `POST /conversations/{id}/tags` adds or removes a tag, and answers `{conversation}`. */
export const tagsBody = v.pipe(
  v.object({ add: tag, remove: tag }),
  v.check(({ add, remove }) => add !== undefined || remove !== undefined, 'needs add or remove'),
);
export type AgentTagsBody = v.InferInput<typeof tagsBody>;

/** What the caller knew of one of many: its newest message, and the id of its agent, or null for nobody. */
const seen = v.optional(
  v.object({
    received: v.pipe(v.number(), v.finite()),
    assigneeId: v.optional(v.nullable(text(100))),
  }),
);

/**
 * `POST /conversations/many` does one thing to many conversations, in their order: `assign` (`agentId` as in
 * `…/assign`), `tag`, `snooze` (`until` as in `…/snooze`), `close`, or `block`, which blocks the
 * visitors; a key also needs the scope `visitors` for that. Each succeeds or is refused alone: with `seen`, also
 * where the visitor has written since, or a colleague has closed, taken or answered it. A repeat changes nothing more.
 */
export const manyBody = v.pipe(
  v.object({
    act: v.picklist(['assign', 'tag', 'snooze', 'close', 'block']),
    conversations: v.pipe(
      v.array(v.object({ id: text(100), seen })),
      v.minLength(1),
      v.maxLength(MOST_AT_ONCE),
    ),
    agentId: v.optional(text(100)),
    tag: v.optional(words(300)),
    until,
  }),
  v.check(({ act, tag }) => act !== 'tag' || tag !== undefined, 'needs tag'),
);
export type AgentManyBody = v.InferInput<typeof manyBody>;
