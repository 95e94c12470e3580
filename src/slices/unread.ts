import { computed, type ReadonlySignal } from '@preact/signals-react';
import { countUnread } from '../model/unread';
import type { Conversations } from './conversations';
import type { Messages } from './messages';

/**
 * How many messages the visitor has not read (SPEC.md section 4).
 * @param deps.listed whether the visitor sees the list: then it is "the sum of conversation unread counts"
 */
export const createUnread = (deps: {
  conversations: Conversations;
  messages: Messages;
  listed: ReadonlySignal<boolean>;
}) => {
  const { all, active } = deps.conversations;
  /** In the open conversation; its log is held, so it is counted rather than believed. */
  const unreadHere = computed(() =>
    active.value ? countUnread(deps.messages.of(active.value._id).value, active.value.lastRead) : 0,
  );
  const elsewhere = computed(() =>
    deps.listed.value ? all.value.reduce((sum, c) => sum + (c === active.value ? 0 : c.unreadCount), 0) : 0,
  );
  return { unreadHere, unread: computed(() => unreadHere.value + elsewhere.value) };
};
