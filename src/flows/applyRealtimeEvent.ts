import { batch } from '@preact/signals-react';
import { asFailed, fileErrorOf } from '../model/message';
import { countUnread } from '../model/unread';
import type { Clock } from '../platform/clock';
import type { Conversations } from '../slices/conversations';
import type { Messages } from '../slices/messages';
import type { WireMessage } from '../wire/message';
import type { RealtimeEvent } from '../wire/realtime';

/** "Clients auto-clear a typing indicator 10 s after start." (FACTS.md 2.8) */
const TYPING_TTL_MS = 10_000;

type Deps = {
  messages: Messages;
  conversations: Conversations;
  clock: Clock;
  /** Whether realtime stands, so that nothing can be missing between two events. */
  connected: () => boolean;
  /** An own message is confirmed, so nothing of it needs keeping. */
  onOwnMessage: (referenceId: string) => void;
  /** An agent's message that was not here before. */
  onIncoming: (message: WireMessage, conversationId: string) => void;
};

/** Folds realtime events into the slices (SPEC.md section 4 'Messages'). Odd events change nothing. */
export const createEventApplier = (deps: Deps) => {
  const { messages, conversations } = deps;
  /** What calls off the end of the typing in each conversation. */
  const typing = new Map<string, () => void>();

  const setTyping = (id: string, typingUser?: { name?: string; avatarUrl?: string }) => {
    typing.get(id)?.();
    typing.delete(id);
    conversations.patch(id, { typingUser });
    if (typingUser)
      typing.set(
        id,
        deps.clock.after(TYPING_TTL_MS, () => setTyping(id)),
      );
  };

  const apply = (event: RealtimeEvent): void => {
    const { conversationId: id } = event;
    if (event.type === 'message') {
      const { message } = event;
      const known = messages.of(id).value.some((m) => m._id === message._id);
      if (!conversations.find(id) && event.conversation) conversations.upsert(event.conversation);
      messages.merge(id, [message]);
      // An agent who answers has read what was there.
      conversations.setRead(id, 'businessLastRead', event.conversation?.businessLastRead);
      const { unreadCount: unread = 0, completeTo = 0, fetchStatus } = conversations.find(id) ?? {};
      // Events follow each other without a gap while the connection stands and nothing is being caught up.
      if (fetchStatus === 'successful' && deps.connected()) {
        conversations.patch(id, { completeTo: Math.max(completeTo, message.received) });
      }
      const own = message.role === 'appUser';
      if (own && message.referenceId) deps.onOwnMessage(message.referenceId);
      // Whoever answers has read what was there, in whichever tab.
      if (own) conversations.setRead(id, 'lastRead', message.received);
      // A repeated event must not count twice.
      if (known) return;
      // "An incoming message increases unreadCount if the role is not appUser, otherwise resets it to 0."
      conversations.patch(id, { unreadCount: own ? 0 : unread + 1, lastUpdatedAt: message.received });
      if (!own) {
        setTyping(id);
        deps.onIncoming(message, id);
      }
    } else if (event.type === 'activity') {
      const { type, role, name, avatarUrl, lastRead } = event.activity;
      const read = type === 'conversation:read';
      if (/^(queued|assigned|cleared)$/.test(type)) {
        const idle = event.conversation?.status === 'idle';
        conversations.patch(id, {
          routingStatus: type === 'cleared' ? undefined : type,
          queue: event.activity,
          // One that nobody serves any more may be written into all the same, unless it is said to rest.
          ...((idle || type !== 'cleared') && { status: idle ? 'idle' : 'active' }),
        });
      } else if (role === 'appMaker') {
        if (type === 'typing:start') setTyping(id, { name, avatarUrl });
        if (type === 'typing:stop') setTyping(id);
        if (read) conversations.setRead(id, 'businessLastRead', lastRead);
      } else if (read) {
        // Read in another tab or on another device; what came since they looked is still to be read.
        conversations.setRead(id, 'lastRead', lastRead);
        const since = lastRead && conversations.find(id)?.lastRead;
        conversations.patch(id, { unreadCount: since ? countUnread(messages.of(id).value, since) : 0 });
      }
    } else if (event.type === 'upload') {
      // "Failures arrive as upload:failed" (FACTS.md 2.6), named by the message's id or by what the client calls it.
      const failed = messages
        .of(id)
        .value.find((m) => m.isOptimistic && (m._id === event.messageId || m.key === event.messageId));
      if (failed) messages.patch(id, failed.key, asFailed(fileErrorOf(event)));
    } else if (event.type === 'conversation' && event.conversation && event.name !== 'conversation:removed') {
      conversations.upsert(event.conversation);
    }
  };

  return {
    apply: (events: readonly RealtimeEvent[]) => batch(() => events.forEach(apply)),
    dispose() {
      for (const cancel of typing.values()) cancel();
    },
  };
};
