import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { AgentListRow } from '../../../shared/answers/events';
import type { ApiFailure } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import { joined, newerRow } from './mergeRows';

type ListStatus = { kind: 'loading' } | { kind: 'ready' } | { kind: 'failed'; failure: ApiFailure };

export type Conversations = {
  /** Newest first. `unreadCount` includes the agent's own reading before the desk confirms it. */
  items: ReadonlySignal<AgentConversation[]>;
  status: ReadonlySignal<ListStatus>;
  unreadTotal: ReadonlySignal<number>;
  get(id: string): AgentConversation | undefined;
  /** Fetches the list and merges it; returns the failure, if any. */
  refresh(): Promise<ApiFailure | undefined>;
  /** Whether the desk has older conversations than the loaded ones. */
  hasMore: ReadonlySignal<boolean>;
  /** A counter value that marks the present moment, for `absorb`. */
  moment(): number;
  /** Merges conversations from a search or a view that was requested at the moment `asOf`. */
  absorb(some: readonly AgentConversation[], asOf: number): void;
  /** Where the next page begins, below the consecutive ones. Searches, addresses and events add others. */
  next(): string | undefined;
  /** Stores where the next page begins, and whether there is one. */
  pageCame(next: string | undefined, more: boolean): void;
  /** Merges a conversation from a live event. */
  upsert(conversation: AgentConversation): void;
  /** Merges a row of the list from a live event. Fields that a row lacks stay unchanged. */
  upsertRow(row: AgentListRow): void;
  /** Marks a visitor as blocked or unblocked. */
  setBlocked(appUserId: string, blocked: boolean): void;
  /** Removes deleted conversations. No later answer brings them back. */
  remove(ids: readonly string[]): void;
  /** Whether it was deleted. */
  isRemoved(id: string): boolean;
  /** Leaves out a conversation that the desk did not find. A later answer may bring it back. */
  leaveOut(id: string): void;
  /**
   * Shows a conversation as read up to a message's `received` (float seconds) before the desk confirms it.
   */
  markRead(id: string, upTo: number): void;
  /** Undoes `markRead` if the desk could not be reached. */
  unmarkRead(id: string): void;
};

const byNewest = (a: AgentConversation, b: AgentConversation): number =>
  b.lastUpdatedAt - a.lastUpdatedAt || (a._id < b._id ? -1 : 1);

const isOpen = (c: AgentConversation): boolean => c.status === 'active' && !c.visitor.blocked;

/**
 * The list of conversations and their unread counts.
 * @param openId the conversation that the agent has open. It is fetched separately, so a list refresh keeps it
 */
export const createConversations = (
  api: AgentApi,
  openId: ReadonlySignal<string | undefined>,
): Conversations => {
  const held = signal<ReadonlyMap<string, AgentConversation>>(new Map());
  const readUpTo = signal<ReadonlyMap<string, number>>(new Map());
  const status = signal<ListStatus>({ kind: 'loading' });
  /** When an event last changed each conversation. An answer requested earlier may be older. */
  const touched = new Map<string, number>();
  /** The counter value and the time of the details of each conversation, which rows do not have. */
  const detailed = new Map<string, { asOf: number; updatedAt: number }>();
  const removed = new Set<string>();
  let moment = 0;
  const isLater = (id: string, asOf: number): boolean => (touched.get(id) ?? 0) > asOf;
  const hasMore = signal(false);
  let hasPages = false;
  let next: string | undefined;

  const pageCame = (after: string | undefined, more: boolean): void => {
    hasPages = true;
    next = after;
    hasMore.value = more;
  };

  const items = computed(() =>
    [...held.value.values()]
      .map((c) =>
        c.unreadCount > 0 && (c.lastMessage?.received ?? 0) <= (readUpTo.value.get(c._id) ?? -1)
          ? { ...c, unreadCount: 0 }
          : c,
      )
      .sort(byNewest),
  );

  type Held = Map<string, AgentConversation>;

  const putRow = (into: Held, row: AgentListRow): void => {
    const before = held.peek().get(row._id);
    into.set(
      row._id,
      before
        ? joined(before, row, newerRow(before, row, false), before)
        : { fields: [], createdAt: row.lastUpdatedAt, ...row },
    );
  };

  const put = (into: Held, incoming: AgentConversation, asOf: number): void => {
    const { _id, lastUpdatedAt, visitor } = incoming;
    if (removed.has(_id)) return;
    const before = held.peek().get(_id);
    // The list leaves them out.
    const properties = visitor.properties ?? before?.visitor.properties;
    const conversation = { ...incoming, visitor: { ...visitor, properties } };
    const known = detailed.get(_id);
    const isOld =
      known !== undefined &&
      (lastUpdatedAt < known.updatedAt || (lastUpdatedAt === known.updatedAt && asOf < known.asOf));
    if (!isOld) detailed.set(_id, { asOf, updatedAt: lastUpdatedAt });
    const row = before && newerRow(before, conversation, isLater(_id, asOf));
    into.set(
      _id,
      before && row
        ? joined(before, conversation, row, isOld ? before : conversation)
        : { ...conversation, match: undefined, matchedNote: undefined },
    );
  };

  /** Applies the fields of a live event. */
  const hear = (id: string, take: (into: Held) => void): void => {
    if (removed.has(id)) return;
    moment += 1;
    touched.set(id, moment);
    const merged = new Map(held.peek());
    take(merged);
    held.value = merged;
  };

  return {
    items,
    status,
    unreadTotal: computed(() =>
      items.value.reduce((sum, c) => sum + (c.visitor.blocked ? 0 : c.unreadCount), 0),
    ),
    hasMore,
    next: () => next,
    pageCame,
    moment: () => moment,
    absorb: (some, asOf) => {
      const merged = new Map(held.peek());
      for (const conversation of some) put(merged, conversation, asOf);
      held.value = merged;
    },
    setBlocked: (appUserId, blocked) => {
      const theirs = [...held.peek().values()].filter((c) => c.visitor.appUserId === appUserId);
      for (const { _id } of theirs) {
        hear(_id, (into) => {
          const known = into.get(_id);
          if (known)
            into.set(_id, { ...known, visitor: { ...known.visitor, blocked: blocked || undefined } });
        });
      }
    },
    remove: (ids) => {
      for (const id of ids) removed.add(id);
      held.value = new Map([...held.peek()].filter(([id]) => !removed.has(id)));
    },
    isRemoved: (id) => removed.has(id),
    leaveOut: (id) => {
      held.value = new Map([...held.peek()].filter(([other]) => other !== id));
    },
    get: (id) => items.value.find((c) => c._id === id),
    upsert: (conversation) => hear(conversation._id, (into) => put(into, conversation, moment)),
    upsertRow: (row) => hear(row._id, (into) => putRow(into, row)),
    refresh: async () => {
      const asOf = moment;
      if (held.peek().size === 0) status.value = { kind: 'loading' };
      const answer = await api.conversations({ view: 'open' });
      if (!answer.ok) {
        if (held.peek().size === 0) status.value = { kind: 'failed', failure: answer.failure };
        return answer.failure;
      }
      const { conversations, hasMore: more, next: after } = answer.value;
      const last = conversations.at(-1);
      // If the last one was there before, unchanged, the pages below follow without a gap.
      const follows =
        hasPages && last !== undefined && held.peek().get(last._id)?.lastUpdatedAt === last.lastUpdatedAt;
      // An open conversation that belongs in this page but is missing was closed, blocked or deleted.
      const isGone = (c: AgentConversation): boolean =>
        isOpen(c) && (!more || (last !== undefined && c.lastUpdatedAt > last.lastUpdatedAt));
      const kept = new Map(
        [...held.peek()].filter(([id, c]) => !isGone(c) || isLater(id, asOf) || id === openId.peek()),
      );
      for (const conversation of conversations) put(kept, conversation, asOf);
      held.value = kept;
      if (!more || !follows) pageCame(after, more);
      status.value = { kind: 'ready' };
      return undefined;
    },
    markRead: (id, upTo) => {
      readUpTo.value = new Map(readUpTo.peek()).set(id, upTo);
    },
    unmarkRead: (id) => {
      const left = new Map(readUpTo.peek());
      left.delete(id);
      readUpTo.value = left;
    },
  };
};
