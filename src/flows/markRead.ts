import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { Clock } from '../platform/clock';
import type { Messaging } from '../services/messaging';
import type { RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';
import type { Author } from '../wire/client';

/** How soon a read event that the service did not take is sent again. */
const AGAIN_MS = 60_000;

/**
 * "Marking read sets unread to 0, records lastRead, and dispatches a read event." (SPEC.md section 4), for as long as
 * the conversation is open before the visitor's eyes. lastRead is the newest message's `received`, never the visitor's
 * clock (DESIGN.md 3.3).
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
  // Messages that came while the visitor was away get a divider before them; those they watch come in do not.
  let away = true;
  let cancel = () => {};
  /** @param messageId the newest message before the visitor's eyes */
  const tell = (id: string, messageId?: string) => {
    cancel();
    const activity = { type: 'conversation:read', messageId } as const;
    deps.messaging.sendActivity(id, { author: deps.author(), activity }).catch((error: RequestError) => {
      if (!error.isTransient) return;
      // Not worth a word to the visitor. Where something came since, the next one covers it.
      cancel = deps.clock.after(AGAIN_MS, () => {
        if (conversations.active.value?._id === id && deps.unread.value === 0) tell(id, messageId);
      });
    });
  };
  const stop = effect(() => {
    const reading = deps.reading.value;
    const conversation = conversations.active.value;
    const unread = deps.unread.value;
    const read = conversation?.fetchStatus === 'successful';
    const wasAway = away;
    // Until the history is there, nobody has watched any of it come in, however long the window is open.
    away = !reading || (away && !read);
    if (!reading || !conversation || (unread === 0 && !(read && conversation.unreadCount))) return;
    const { _id, lastRead = 0, dividerAt } = conversation;
    away = false;
    const newest = messages
      .of(_id)
      .peek()
      .findLast((m) => !m.isOptimistic);
    conversations.patch(_id, {
      unreadCount: 0,
      lastRead: Math.max(lastRead, newest?.received ?? 0),
      dividerAt: wasAway && unread > 0 ? lastRead : dividerAt,
    });
    tell(_id, newest?._id);
  });
  return () => {
    stop();
    cancel();
  };
};
