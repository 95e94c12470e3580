import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { WireConversation } from '../wire/conversation';
import type { Status } from './status';

export type TypingUser = { name?: string; avatarUrl?: string };

/** A conversation as the messenger stores it; its messages are in the messages slice. */
export type Conversation = Omit<WireConversation, 'messages' | 'participants'> & {
  unreadCount: number;
  /** `received` of the newest message that the visitor has read, in float seconds. */
  lastRead?: number;
  hasPreviousMessages: boolean;
  fetchStatus: Status;
  /** The status of loading an earlier page of history. */
  historyStatus?: Status;
  /** `received` up to which the held log is complete, in float seconds; `BEFORE_ANY_MESSAGE` for a log without messages. */
  completeTo?: number;
  typingUser?: TypingUser;
  /**
   * The last routing activity: the place in the queue (1 is next) and the wait in seconds, or the name of the assigned
   * agent.
   */
  queue?: Readonly<{
    queuePosition?: number;
    responseTime?: number;
    isInitialRouting?: boolean;
    name?: string;
  }>;
  /** Position of the unread divider: `received` up to which the visitor had read when they returned. */
  dividerAt?: number;
};

/** Earlier than any message: the log is complete and empty, and all that comes later is new. */
export const BEFORE_ANY_MESSAGE = 1;

/** Why the visitor no longer sees what they saw, by the key of its words. */
export type Notice = 'conversation_removed' | 'login_ended';

export type Conversations = ReturnType<typeof createConversations>;

/** Orders conversations by their last update, newest first. */
const byNewest = (a: Conversation, b: Conversation) => (b.lastUpdatedAt ?? 0) - (a.lastUpdatedAt ?? 0);

/** The later of two times: a missed read event or a late answer must not make read messages unread again. */
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

/** What a history sync or an event of the service changes. */
type SyncedField =
  | 'fetchStatus'
  | 'historyStatus'
  | 'completeTo'
  | 'hasPreviousMessages'
  | 'unreadCount'
  | 'lastUpdatedAt'
  | 'status';

/** Changes these fields of one conversation, if it is held. */
type Changed<Fields extends keyof Conversation> = (
  id: string,
  change: Partial<Pick<Conversation, Fields>>,
) => void;

export const createConversations = () => {
  const all = signal<readonly Conversation[]>([]);
  const chosen = signal<string | undefined>(undefined);
  const onScreen = signal<string | undefined>(undefined);
  const listShown = signal(false);
  const redirectToHomePage = signal(false);
  const notice = signal<Notice | undefined>(undefined);
  const typist = signal<TypingUser | undefined>(undefined);
  const find = (id?: string) => all.value.find((c) => c._id === id);
  /**
   * The active conversation: the one that the visitor or the page chose, else the one on screen, else the
   * first with status `active`, else the first.
   */
  const active = computed(
    () =>
      find(chosen.value) ??
      find(onScreen.value) ??
      all.value.find((c) => c.status === 'active') ??
      all.value[0],
  );

  const patch = (id: string, change: Partial<Conversation>) => {
    all.value = all.value.map((c) => (c._id === id ? { ...c, ...change } : c)).sort(byNewest);
  };

  /** Adds all in one update, as there may be thousands. */
  const upsertAll = (wires: readonly WireConversation[]) => {
    const next = new Map(all.value.map((c) => [c._id, c]));
    for (const wire of wires) {
      const old = next.get(wire._id);
      // Move a refreshed conversation behind those with the same time.
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
     * Whether to open the list where the messenger would otherwise choose a conversation: there are several,
     * and the visitor may not start another.
     */
    redirectToHomePage: redirectToHomePage as ReadonlySignal<boolean>,
    redirectHome() {
      redirectToHomePage.value = true;
    },
    /** The notice about the conversation that has ended, until the visitor chooses another one or writes. */
    notice: notice as ReadonlySignal<Notice | undefined>,
    setNotice(what?: Notice) {
      notice.value = what;
    },
    /**
     * Shows a conversation, or the list.
     * @param id the conversation's id; undefined shows the list
     */
    show(id?: string) {
      if (id) chosen.value = id;
      listShown.value = !id;
      notice.value = undefined;
    },
    held: onScreen as ReadonlySignal<string | undefined>,
    /**
     * Keeps a conversation on screen while others change.
     * @param id undefined to release it
     */
    hold(id?: string) {
      onScreen.value = id;
    },
    /** Shows the conversation instead of the list. */
    leaveList() {
      listShown.value = false;
    },
    /** Somebody has started to type, or nobody types any more. */
    typing: patch as Changed<'typingUser'>,
    /** The visitor has read it. */
    read: patch as Changed<'unreadCount' | 'lastRead' | 'dividerAt'>,
    /** It was assigned or queued, has ended, or has been opened again. */
    routed: patch as Changed<'status' | 'routingStatus' | 'queue' | 'typingUser'>,
    /** Its log or its numbers match the service, or are about to. */
    synced: patch as Changed<SyncedField>,
    /** The person shown as typing instead of an agent; undefined for the agent. */
    typist: typist as ReadonlySignal<TypingUser | undefined>,
    showTypist(who?: TypingUser) {
      typist.value = who;
    },
    /**
     * Moves a read mark forward. It never moves back, because events may be repeated or late.
     * @param at `received` of the newest message read, in float seconds
     */
    setRead(id: string, side: 'lastRead' | 'businessLastRead', at = 0) {
      if (at > (find(id)?.[side] ?? 0)) patch(id, { [side]: at });
    },
    find,
    /** Adds or refreshes a conversation from the service; local fields stay. */
    upsert: (wire: WireConversation) => upsertAll([wire]),
    upsertAll,
    remove(id: string) {
      all.value = all.value.filter((c) => c._id !== id);
    },
    /**
     * Removes all conversations.
     * @param keep whether the same person stays, so that their conversation stays on screen if it still
     * belongs to them
     */
    reset(keep = false) {
      all.value = [];
      listShown.value = redirectToHomePage.value = false;
      notice.value = undefined;
      if (!keep) chosen.value = onScreen.value = undefined;
    },
  };
};
