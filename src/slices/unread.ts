import { computed, type ReadonlySignal } from '@preact/signals-react';
import { countUnread } from '../model/unread';
import type { Conversations } from './conversations';
import type { Messages } from './messages';

export type Unread = {
  /**
   * Unread messages of the open conversation, counted from its log, which is more reliable than the service's
   * count.
   */
  unreadHere: ReadonlySignal<number>;
  /** Those of all conversations that the visitor can see. */
  unread: ReadonlySignal<number>;
};

/**
 * The number of unread messages.
 * @param deps.listed whether the visitor sees the list; then the unread counts of all conversations are added
 * up
 */
export const createUnread = (deps: {
  conversations: Conversations;
  messages: Messages;
  listed: ReadonlySignal<boolean>;
}): Unread => {
  const { all, active } = deps.conversations;
  const unreadHere = computed(() =>
    active.value ? countUnread(deps.messages.shown(active.value._id), active.value.lastRead) : 0,
  );
  const elsewhere = computed(() =>
    deps.listed.value ? all.value.reduce((sum, c) => sum + (c === active.value ? 0 : c.unreadCount), 0) : 0,
  );
  return { unreadHere, unread: computed(() => unreadHere.value + elsewhere.value) };
};
