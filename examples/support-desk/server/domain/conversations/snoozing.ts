import { LONGEST_SNOOZE_DAYS } from '../../../shared/snooze';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { Conversation, InboxRow } from '../../model/entities';
import { controllerOf } from '../../model/integrationEntities';
import type { Deps, DeskTransaction } from '../deps';
import { changeRouting } from './changeRouting';
import { type Change, logChange } from './changes';
import { checkHeld, checkUnwritten, type Seen } from './seen';
import { AWAKE, alertAgain, endAlert } from './waits';

const LONGEST_MS = LONGEST_SNOOZE_DAYS * 86_400_000;
/** How many conversations one round wakes. The next round continues. */
const MOST_AT_ONCE = 500;

const isDue = ({ status, snoozedAt, snoozedUntil }: Conversation, now: number): boolean =>
  status === 'active' && snoozedAt !== null && snoozedUntil !== null && snoozedUntil <= now;

/**
 * Snoozes a conversation: it is in no view of open ones until it wakes. It leaves the queue.
 * @param until float seconds; without it, the conversation wakes when the visitor writes, as it also does before this time
 * @param seen what the caller knew
 * @throws bad_request for a time that is over or too far; conflict if the conversation is closed, a program has it,
 * or somebody has written or taken it since `seen`; not_found
 */
export const snoozeConversation = (
  deps: Deps,
  conversationId: string,
  by: Caller,
  { until: untilS, seen }: { until?: number; seen?: Seen },
): Promise<InboxRow> => {
  const until = untilS === undefined ? null : Math.round(untilS * 1000);
  let wasQueued = false;
  return changeRouting(
    deps,
    conversationId,
    async (before, now, tx) => {
      if (until !== null && (until <= now || until > now + LONGEST_MS))
        throw new DeskError('bad_request', `until must be a time in the next ${LONGEST_SNOOZE_DAYS} days`);
      if (before.status === 'idle')
        throw new DeskError('conflict', 'A closed conversation cannot be snoozed');
      if (controllerOf(before) !== undefined)
        throw new DeskError('conflict', 'A program handles this conversation');
      checkHeld(before, seen);
      await checkUnwritten(tx, conversationId, seen, by);
      await endAlert(tx, conversationId);
      wasQueued = before.routingStatus === 'queued';
      const isSame = before.snoozedAt !== null && before.snoozedUntil === until;
      return {
        fields: {
          snoozedAt: now,
          snoozedUntil: until,
          ...(wasQueued && { routingStatus: null, queuedAt: null }),
        },
        change: !isSame && { what: 'snoozed', ...(until !== null && { until: until / 1000 }) },
      };
    },
    async () => (wasQueued ? { type: 'cleared', role: 'appMaker' } : undefined),
    by,
  );
};

/** Wakes a snoozed conversation. One that is awake stays as it is. */
export const wakeConversation = (deps: Deps, conversationId: string, by: Caller): Promise<InboxRow> =>
  changeRouting(
    deps,
    conversationId,
    ({ snoozedAt }) => ({ fields: AWAKE, change: snoozedAt !== null && { what: 'woke' } }),
    async () => undefined,
    by,
  );

/**
 * Wakes a snoozed conversation, locked by the caller: it is unread again, its agents are alerted, and the team is
 * reminded if the visitor waits.
 * @param at its time in the log, in ms
 */
export const wake = async (
  deps: Pick<Deps, 'settings' | 'now' | 'newId'>,
  tx: DeskTransaction,
  conversation: Conversation,
  why: Extract<Change, { what: 'woke' }>['why'],
  at = deps.now(),
): Promise<void> => {
  const fields = { ...AWAKE, businessUnread: Math.max(1, conversation.businessUnread) };
  await tx.updateConversation(conversation.id, fields);
  await alertAgain(deps, tx, { ...conversation, ...fields });
  await logChange(deps, tx, conversation.id, { what: 'woke', why }, null, at);
};

export type WakeDeps = Pick<Deps, 'store' | 'settings' | 'now' | 'newId' | 'inTurn'>;

const wakeIfDue = (deps: WakeDeps, id: string): Promise<void> =>
  deps.inTurn(id, () =>
    deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(id);
      // Another process may have woken it, or an agent snoozed it again.
      if (locked && isDue(locked.conversation, deps.now())) await wake(deps, tx, locked.conversation, 'time');
    }),
  );

/** Creates the round that wakes the conversations that are due, each once for all processes. */
export const createWaking =
  (deps: WakeDeps) =>
  async (signal?: AbortSignal): Promise<void> => {
    for (const id of await deps.store.dueSnoozes(deps.now(), MOST_AT_ONCE)) {
      if (signal?.aborted) return;
      await wakeIfDue(deps, id);
    }
  };
