import { batch } from '@preact/signals-react';
import { countUnread } from '../../model/unread';
import type { Clock } from '../../platform/clock';
import { createTimers } from '../../platform/timer';
import type { ChannelEvents } from '../../slices/channelEvents';
import type { Conversation, Conversations } from '../../slices/conversations';
import type { Messages } from '../../slices/messages';
import type { WireConversation } from '../../wire/conversation';
import { type Json, obj } from '../../wire/decode';
import type { WireMessage } from '../../wire/message';
import type { RealtimeEvent } from '../../wire/realtime';
import type { RareEvent } from './applyRareEvent';

/** A typing indicator ends automatically after this long, because the stop event may be lost. */
const TYPING_TTL_MS = 10_000;

type MessageEvent = Extract<RealtimeEvent, { type: 'message' }>;

export type ApplierDeps = {
  messages: Messages;
  conversations: Conversations;
  clock: Clock;
  /** Whether realtime is connected, so that no event can be missing between two others. */
  connected: () => boolean;
  /** The service confirmed one of the visitor's messages; its outbox entry can be removed. */
  onOwnMessage: (referenceId: string) => void;
  /** An agent's message that was not held before. */
  onIncoming: (message: WireMessage, conversationId: string) => void;
  /** An event that few visitors get: a file that failed, or a conversation or participant that was removed. */
  onRare: (event: RareEvent) => void;
  channelEvents: Pick<ChannelEvents, 'emit'>;
};

/** A conversation of an event, which may name few of its fields: the others stay as they are. */
const asTold = (wire: WireConversation, told: Json, held?: Conversation): WireConversation => ({
  ...wire,
  ...Object.fromEntries(Object.entries(held ?? {}).filter(([key]) => key in wire && !(key in told))),
});

/** Applies realtime events to the slices. Events it does not know change nothing. */
export const createEventApplier = (deps: ApplierDeps) => {
  const { messages, conversations } = deps;
  /** For each conversation, clears its typing indicator. */
  const typing = createTimers(deps.clock);

  const setTyping = (id: string, typingUser?: { name?: string; avatarUrl?: string }) => {
    typing.stop(id);
    conversations.typing(id, { typingUser });
    if (typingUser) typing.set(id, TYPING_TTL_MS, () => setTyping(id));
  };

  /** Applies consecutive messages of one conversation in one update: one frame may hold thousands. */
  const applyMessages = (id: string, arrived: readonly MessageEvent[]): void => {
    const before = new Set(messages.of(id).value.map((m) => m._id));
    // The history brings an edited message that is not held.
    const events = arrived.filter(({ message }) => !message.raw.edited || before.has(message._id));
    const first = conversations.find(id) ? undefined : events.find((e) => e.conversation)?.conversation;
    if (first) conversations.upsert(first);
    messages.merge(
      id,
      events.map(({ message }) => message),
    );
    const {
      unreadCount = 0,
      completeTo = 0,
      fetchStatus,
      lastUpdatedAt,
      status = 'active',
    } = conversations.find(id) ?? {};
    const next = { unreadCount, completeTo, lastUpdatedAt, status };
    const news: WireMessage[] = [];
    const read = { businessLastRead: 0, lastRead: 0 };
    for (const { message, conversation } of events) {
      const own = message.role === 'appUser';
      next.completeTo = Math.max(next.completeTo, message.received);
      // The business has read everything up to its answer.
      read.businessLastRead = Math.max(read.businessLastRead, conversation?.businessLastRead ?? 0);
      if (own && message.referenceId) deps.onOwnMessage(message.referenceId);
      // A visitor who writes, in any tab, has read everything before that message.
      if (own) read.lastRead = Math.max(read.lastRead, message.received);
      // What they write opens an ended conversation again, even if its answer came before an event that ended it.
      if (own) next.status = 'active';
      // A repeated event must not count twice.
      if (before.has(message._id)) continue;
      before.add(message._id);
      // An agent's message adds one to the unread count; the visitor's own message resets it to 0.
      next.unreadCount = own ? 0 : next.unreadCount + 1;
      next.lastUpdatedAt = message.received;
      if (!own) news.push(message);
    }
    // Events arrive without a gap only while the connection is up and no catch-up is running.
    const isWhole = fetchStatus === 'successful' && deps.connected();
    conversations.synced(id, isWhole ? next : { ...next, completeTo: conversations.find(id)?.completeTo });
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
        conversations.routed(id, {
          routingStatus: type === 'cleared' ? undefined : type,
          queue: event.activity,
          // After routing is cleared the visitor can still write, unless the service sends 'idle'.
          ...((idle || type !== 'cleared') && { status: idle ? 'idle' : 'active' }),
        });
      } else if (role === 'appMaker') {
        if (type === 'typing:start') setTyping(id, { name, avatarUrl });
        if (type === 'typing:stop') setTyping(id);
        if (read) conversations.setRead(id, 'businessLastRead', lastRead);
      } else if (read) {
        // The visitor read it in another tab or device; messages received after that stay unread.
        conversations.setRead(id, 'lastRead', lastRead);
        const since = lastRead && conversations.find(id)?.lastRead;
        conversations.read(id, { unreadCount: since ? countUnread(messages.of(id).value, since) : 0 });
      }
    } else if (event.type === 'link') deps.channelEvents.emit(event);
    else if (event.type === 'upload' || /:removed$/.test(event.name)) deps.onRare(event);
    else if (event.type === 'conversation' && event.conversation)
      conversations.upsert(asTold(event.conversation, obj(event.raw.conversation), conversations.find(id)));
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
  };
};
