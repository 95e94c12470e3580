import { effect, type ReadonlySignal } from '@preact/signals-react';
import { READ_AGAIN_MS } from '../../model/retries/reading';
import type { Clock } from '../../platform/clock';
import { createTimer } from '../../platform/timer';
import type { Messaging } from '../../services/messaging';
import type { RequestError } from '../../services/requestError';
import type { Conversations } from '../../slices/conversations';
import type { Messages } from '../../slices/messages';
import type { Author } from '../../wire/client';

/**
 * Marks the conversation read while it is on screen: sets the unread count to 0, updates `lastRead` and sends
 * a read event. `lastRead` is the newest message's `received`, because the visitor's clock may be wrong.
 * @returns the undo
 */
export const keepRead = (deps: {
  conversations: Conversations;
  messages: Messages;
  messaging: Messaging;
  author: () => Author;
  clock: Clock;
  unread: ReadonlySignal<number>;
  /** Whether the conversation is on screen in a visible page. */
  reading: ReadonlySignal<boolean>;
}): (() => void) => {
  const { conversations, messages } = deps;
  // A divider marks messages received while the visitor was away, not those received on screen.
  let away = true;
  const again = createTimer(deps.clock);
  /** Sends the read event. @param messageId the newest message on screen */
  const sendRead = (id: string, messageId?: string) => {
    again.stop();
    const activity = { type: 'conversation:read', messageId } as const;
    deps.messaging.sendActivity(id, { author: deps.author(), activity }).catch((error: RequestError) => {
      if (!error.isTransient) return;
      // Retry without a message to the visitor. If a new message came since, its read event covers this one.
      again.set(READ_AGAIN_MS, () => {
        if (conversations.active.value?._id === id && deps.unread.value === 0) sendRead(id, messageId);
      });
    });
  };
  const stop = effect(() => {
    const reading = deps.reading.value;
    const conversation = conversations.active.value;
    const unread = deps.unread.value;
    const read = conversation?.fetchStatus === 'successful';
    const wasAway = away;
    // Until the history has loaded, its messages count as received while the visitor was away.
    away = !reading || (away && !read);
    if (!reading || !conversation || (unread === 0 && !(read && conversation.unreadCount))) return;
    const { _id, lastRead = 0, dividerAt } = conversation;
    away = false;
    const newest = messages
      .of(_id)
      .peek()
      .findLast((m) => !m.isOptimistic);
    conversations.read(_id, {
      unreadCount: 0,
      lastRead: Math.max(lastRead, newest?.received ?? 0),
      dividerAt: wasAway && unread > 0 ? lastRead : dividerAt,
    });
    sendRead(_id, newest?._id);
  });
  return () => {
    stop();
    again.stop();
  };
};
