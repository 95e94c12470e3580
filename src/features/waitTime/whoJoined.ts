import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Conversations } from '../../slices/conversations';
import type { Messages } from '../../slices/messages';

/** The name of the agent to whom the visitor's conversation was assigned, until the team writes in it. */
export const whoJoined = (deps: {
  conversations: Pick<Conversations, 'active'>;
  messages: Pick<Messages, 'of'>;
}): ReadonlySignal<string | undefined> => {
  /** The team's newest message at the time of each routing activity. */
  const newestAt = new WeakMap<object, string | undefined>();
  return computed(() => {
    const { _id = '', routingStatus, queue } = deps.conversations.active.value ?? {};
    if (routingStatus !== 'assigned' || !queue?.name) return undefined;
    const newest = deps.messages.of(_id).value.findLast((m) => m.role === 'appMaker')?._id;
    if (!newestAt.has(queue)) newestAt.set(queue, newest);
    return newestAt.get(queue) === newest ? queue.name : undefined;
  });
};
