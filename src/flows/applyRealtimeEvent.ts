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

type MessageEvent = Extract<RealtimeEvent, { type: 'message' }>;

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
  appUserId: () => string | undefined;
  /** A conversation is the visitor's no longer. */
  onRemoved: (conversationId: string) => void;
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

  /** Messages that follow each other in one conversation, folded in as one: a frame may hold thousands. */
  const applyMessages = (id: string, events: readonly MessageEvent[]): void => {
    const before = new Set(messages.of(id).value.map((m) => m._id));
    const first = conversations.find(id) ? undefined : events.find((e) => e.conversation)?.conversation;
    if (first) conversations.upsert(first);
    messages.merge(
      id,
      events.map(({ message }) => message),
    );
    const { unreadCount = 0, completeTo = 0, fetchStatus, lastUpdatedAt } = conversations.find(id) ?? {};
    const next = { unreadCount, completeTo, lastUpdatedAt };
    const news: WireMessage[] = [];
    const read = { businessLastRead: 0, lastRead: 0 };
    for (const { message, conversation } of events) {
      const own = message.role === 'appUser';
      next.completeTo = Math.max(next.completeTo, message.received);
      // An agent who answers has read what was there.
      read.businessLastRead = Math.max(read.businessLastRead, conversation?.businessLastRead ?? 0);
      if (own && message.referenceId) deps.onOwnMessage(message.referenceId);
      // Whoever answers has read what was there, in whichever tab.
      if (own) read.lastRead = Math.max(read.lastRead, message.received);
      // A repeated event must not count twice.
      if (before.has(message._id)) continue;
      before.add(message._id);
      // "An incoming message increases unreadCount if the role is not appUser, otherwise resets it to 0."
      next.unreadCount = own ? 0 : next.unreadCount + 1;
      next.lastUpdatedAt = message.received;
      if (!own) news.push(message);
    }
    // Events follow each other without a gap while the connection stands and nothing is being caught up.
    const isWhole = fetchStatus === 'successful' && deps.connected();
    conversations.patch(id, isWhole ? next : { ...next, completeTo: conversations.find(id)?.completeTo });
    conversations.setRead(id, 'businessLastRead', read.businessLastRead);
    conversations.setRead(id, 'lastRead', read.lastRead);
    if (news.length > 0) setTyping(id);
    for (const message of news) deps.onIncoming(message, id);
  };

  const apply = (event: Exclude<RealtimeEvent, MessageEvent>): void => {
    const { conversationId: id } = event;
    if (event.type === 'activity') {
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
    } else if (event.type === 'participant') {
      if (event.name === 'participant:removed' && event.appUserId === deps.appUserId()) deps.onRemoved(id);
    } else if (event.type === 'conversation') {
      if (event.name === 'conversation:removed') deps.onRemoved(id);
      else if (event.conversation) conversations.upsert(event.conversation);
    }
  };

  return {
    apply: (events: readonly RealtimeEvent[]) =>
      batch(() => {
        let run: MessageEvent[] = [];
        for (const [i, event] of events.entries()) {
          if (event.type !== 'message') {
            apply(event);
            continue;
          }
          run.push(event);
          const next = events[i + 1];
          if (next?.type === 'message' && next.conversationId === event.conversationId) continue;
          applyMessages(event.conversationId, run);
          run = [];
        }
      }),
    dispose() {
      for (const cancel of typing.values()) cancel();
    },
  };
};
