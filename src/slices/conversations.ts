import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { WireConversation } from '../wire/conversation';
import type { Status } from './status';

/** Who is typing (SPEC.md section 3 'Conversation'). */
export type TypingUser = { name?: string; avatarUrl?: string };

/** A conversation as the messenger holds it; its messages live in the messages slice. */
export type Conversation = Omit<WireConversation, 'messages' | 'participants'> & {
  unreadCount: number;
  /** `received` of the newest message the visitor has read, float seconds. */
  lastRead?: number;
  hasPreviousMessages: boolean;
  fetchStatus: Status;
  /** How reading an earlier page went, or goes (SPEC.md section 3: isFetching-, errorFetchingConversationHistory). */
  historyStatus?: Status;
  /** `received` up to which the log held is the service's, without a hole; float seconds. */
  completeTo?: number;
  typingUser?: TypingUser;
  /** What the last routing activity told of the wait: 'queued-with-details' (SPEC.md section 4). Seconds. */
  queue?: Readonly<{ queuePosition?: number; responseTime?: number; isInitialRouting?: boolean }>;
  /** Where the unread divider stands: `received` up to which the visitor had read when they came back. */
  dividerAt?: number;
};

export type Conversations = ReturnType<typeof createConversations>;

/** "conversations by lastUpdatedAt descending" (SPEC.md section 4). */
const byNewest = (a: Conversation, b: Conversation) => (b.lastUpdatedAt ?? 0) - (a.lastUpdatedAt ?? 0);

/** A service that missed a read event, or an answer that came late, must not make read messages unread again. */
const later = (a: number | undefined, b: number | undefined) => (a !== undefined && a > (b ?? 0) ? a : b);

const refreshed = (old: Conversation | undefined, wire: WireConversation): Conversation => {
  const { messages: _, participants, ...fields } = wire;
  const own = participants[0];
  return {
    hasPreviousMessages: false,
    fetchStatus: 'notConnected',
    unreadCount: 0,
    ...old,
    ...fields,
    businessLastRead: later(old?.businessLastRead, fields.businessLastRead),
    ...(own && { unreadCount: own.unreadCount, lastRead: later(old?.lastRead, own.lastRead) }),
  };
};

export const createConversations = () => {
  const all = signal<readonly Conversation[]>([]);
  const chosen = signal<string | undefined>(undefined);
  const onScreen = signal<string | undefined>(undefined);
  const listShown = signal(false);
  const redirectToHomePage = signal(false);
  const removed = signal(false);
  /**
   * The one the visitor or the page chose, or the one that is on screen, or else: "The active conversation is the first with
   * status active, otherwise the first one." (SPEC.md section 3)
   */
  const active = computed(
    () =>
      all.value.find((c) => c._id === chosen.value) ??
      all.value.find((c) => c._id === onScreen.value) ??
      all.value.find((c) => c.status === 'active') ??
      all.value[0],
  );

  const patch = (id: string, change: Partial<Conversation>) => {
    all.value = all.value.map((c) => (c._id === id ? { ...c, ...change } : c)).sort(byNewest);
  };

  /** All at once: there may be thousands. */
  const upsertAll = (wires: readonly WireConversation[]) => {
    const next = new Map(all.value.map((c) => [c._id, c]));
    for (const wire of wires) {
      const old = next.get(wire._id);
      // One that is refreshed goes behind those of the same time.
      next.delete(wire._id);
      next.set(wire._id, refreshed(old, wire));
    }
    all.value = [...next.values()].sort(byNewest);
  };

  return {
    all: all as ReadonlySignal<readonly Conversation[]>,
    active,
    /** Whether the list is shown instead of a conversation. */
    listShown: listShown as ReadonlySignal<boolean>,
    /**
     * Whether the visitor is led to the list where the messenger would otherwise choose a conversation (SPEC.md section 4
     * 'Status values'): there are several, and no more may be begun.
     */
    redirectToHomePage,
    /** Whether the visitor is told that the conversation they had open is gone; until they choose another one, or write. */
    removed,
    /** Shows the list, or a conversation. @param id the conversation's; undefined is the list */
    show(id?: string) {
      if (id) chosen.value = id;
      listShown.value = !id;
      removed.value = false;
    },
    held: onScreen as ReadonlySignal<string | undefined>,
    /** Keeps a conversation on screen, whatever comes in the others. @param id undefined where none has to stay */
    hold(id?: string) {
      onScreen.value = id;
    },
    /** Shows the conversation instead of the list. */
    leaveList() {
      listShown.value = false;
    },
    patch,
    /** A mark never goes back: events may be repeated, or come late. @param at `received` read up to */
    setRead(id: string, side: 'lastRead' | 'businessLastRead', at = 0) {
      if (at > (all.value.find((c) => c._id === id)?.[side] ?? 0)) patch(id, { [side]: at });
    },
    find: (id: string) => all.value.find((c) => c._id === id),
    /** Adds or refreshes a conversation the service sent; local fields stay. */
    upsert: (wire: WireConversation) => upsertAll([wire]),
    upsertAll,
    remove(id: string) {
      all.value = all.value.filter((c) => c._id !== id);
    },
    /** @param keep whether the same person goes on: what they look at stays on screen, where it is theirs still */
    reset(keep = false) {
      all.value = [];
      listShown.value = redirectToHomePage.value = removed.value = false;
      if (!keep) chosen.value = onScreen.value = undefined;
    },
  };
};
