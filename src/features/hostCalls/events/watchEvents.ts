import { computed, effect, untracked } from '@preact/signals-react';
import type { Needs } from '../../../conversation/featureDeps';
import type { Message as ShownMessage } from '../../../npm/calls';
import type { ConnectionState } from '../../../slices/connection';
import { NEW_CONVERSATION } from '../../../slices/messages';
import { shownMessage } from '../conversation/views';

/** The state of the messenger for `health`. */
type Health = {
  /** The live connection. */
  connection: 'connected' | 'disconnected' | 'reconnecting';
  /** What led to it, such as 'down' or 'offline'. */
  connectionState: ConnectionState;
  /** The visitor's conversation: not requested, starting, started, or failed. */
  conversation: 'none' | 'starting' | 'started' | 'failed';
  /** How many of the visitor's messages are not sent yet. */
  unsent: number;
};

type InConversation = { conversation: { id: string } };

/** The events that are read from the state, with their payloads. */
export type WatchedEvents = {
  conversationOpened: InConversation;
  messagesShown: InConversation & { messages: ShownMessage[] };
  conversationWithAgentRequested: InConversation;
  conversationAgentAssigned: InConversation;
  conversationServedByAgent: InConversation & {
    agent: { id?: string; displayName?: string; avatarUrl?: string };
  };
  health: Health;
};

export type WatchNeeds = Needs<'seen', 'conversations' | 'messages' | 'connection' | 'user'>;

/** Reads one event from the state, from now on. @returns the undo */
type Watch<Payload> = (deps: WatchNeeds, emit: (payload: Payload) => void) => () => void;

const STARTED = {
  notConnected: 'none',
  pending: 'starting',
  successful: 'started',
  failed: 'failed',
} as const;

/** The id of the conversation that the visitor sees. */
const onScreen = ({ slices: { conversations }, seen }: WatchNeeds) =>
  computed(() =>
    seen.value && !conversations.listShown.value ? conversations.active.value?._id : undefined,
  );

/** The conversation on screen, now and at each change. */
const conversationOpened: Watch<WatchedEvents['conversationOpened']> = (deps, emit) => {
  const shown = onScreen(deps);
  return effect(() => {
    const id = shown.value;
    if (id) untracked(() => emit({ conversation: { id } }));
  });
};

/** The messages on screen, each once. */
const messagesShown: Watch<WatchedEvents['messagesShown']> = (deps, emit) => {
  const told = new Set<string>();
  const shown = onScreen(deps);
  const { messages } = deps.slices;
  return effect(() => {
    const id = shown.value;
    const fresh = id ? messages.shown(id).filter((m) => m.status === 'sent' && !told.has(m._id)) : [];
    if (!id || fresh.length === 0) return;
    for (const { _id } of fresh) told.add(_id);
    untracked(() => emit({ conversation: { id }, messages: fresh.map((m) => shownMessage(m, id)) }));
  });
};

/** Each conversation whose routing becomes this. */
const routed =
  (wanted: string): Watch<WatchedEvents['conversationAgentAssigned']> =>
  ({ slices: { conversations } }, emit) => {
    const before = new Map(conversations.all.peek().map((c) => [c._id, c.routingStatus]));
    return effect(() => {
      for (const { _id: id, routingStatus } of conversations.all.value) {
        const changed = before.get(id) !== routingStatus;
        before.set(id, routingStatus);
        if (changed && routingStatus === wanted) untracked(() => emit({ conversation: { id } }));
      }
    });
  };

/** Reports each change of the answering agent in a conversation. */
const conversationServedByAgent: Watch<WatchedEvents['conversationServedByAgent']> = (
  { slices: { conversations, messages } },
  emit,
) => {
  const newestOf = (id: string) => messages.shown(id).findLast((m) => m.role === 'appMaker');
  const agents = new Map(conversations.all.peek().map((c) => [c._id, newestOf(c._id)?.authorId]));
  return effect(() => {
    for (const { _id: id, fetchStatus } of conversations.all.value) {
      const { authorId, name, avatarUrl } = newestOf(id) ?? {};
      const before = agents.get(id);
      agents.set(id, authorId ?? before);
      // Messages of the history were written before.
      if (!authorId || authorId === before || fetchStatus !== 'successful') continue;
      untracked(() => emit({ conversation: { id }, agent: { id: authorId, displayName: name, avatarUrl } }));
    }
  });
};

/** The state of connection and conversation, now and at each change. */
const health: Watch<WatchedEvents['health']> = (
  { slices: { connection, user, conversations, messages } },
  emit,
) => {
  const state = computed((): string => {
    const unsent = [NEW_CONVERSATION, ...conversations.all.value.map((c) => c._id)]
      .flatMap((id) => messages.of(id).value)
      .filter((m) => m.isOptimistic).length;
    const now: Health = {
      connection: connection.status.value,
      connectionState: connection.state.value,
      conversation: STARTED[user.initializedStatus.value],
      unsent,
    };
    // Serialized, so equal states are emitted once.
    return JSON.stringify(now);
  });
  return effect(() => {
    const now = state.value;
    untracked(() => emit(JSON.parse(now) as Health));
  });
};

/** The events that are read from the state: one row each. */
export const WATCHES: { [K in keyof WatchedEvents]: Watch<WatchedEvents[K]> } = {
  conversationOpened,
  messagesShown,
  conversationWithAgentRequested: routed('queued'),
  conversationAgentAssigned: routed('assigned'),
  conversationServedByAgent,
  health,
};
