import { takesTurns } from '../../../shared/responsibility';
import { type AgentRow, alertsOf } from '../../model/accountEntities';
import type { Conversation, User } from '../../model/entities';
import type { Transaction } from '../../store/store';
import type { Deps } from '../deps';
import { type Assignee, assignedTo } from './assigning';
import { changeRouting, type RoutingDeps } from './changeRouting';
import { waitsSince } from './waiting';

/** How many conversations one round assigns. The next round continues. */
const MOST_AT_ONCE = 100;

type Turns = Pick<Deps, 'settings' | 'presence'>;

/** The ids of the agents who are there; undefined if conversations are not assigned in turn. */
export const readTurns = async ({ settings, presence }: Turns): Promise<ReadonlySet<string> | undefined> =>
  settings().assignment.inTurn.enabled ? presence.whoIsOnline() : undefined;

/** The longest without a turn comes first; who never had one, by the age of their account. */
const byTurn = (a: AgentRow, b: AgentRow): number =>
  (a.turnAt ?? 0) - (b.turnAt ?? 0) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

/**
 * The agent whose turn it is: they are there, are alerted to visitors, and have fewer open conversations than the limit.
 * All who are there are locked, so that no other process gives this turn to somebody. The caller locks the conversation
 * after that, because a removal locks them in this order.
 * @param here the agents who are there
 */
const chooseInTurn = async (
  { settings }: Pick<Deps, 'settings'>,
  tx: Pick<Transaction, 'lockAgents'>,
  here: ReadonlySet<string>,
): Promise<(Assignee & { id: string }) | undefined> => {
  const { limit } = settings().assignment.inTurn;
  const [next] = (await tx.lockAgents([...here]))
    .filter(({ agent, open }) => takesTurns(alertsOf(agent).messages) && open < limit)
    .map(({ agent }) => agent)
    .sort(byTurn);
  return next && { id: next.id, name: next.name, avatarUrl: next.avatarUrl ?? undefined };
};

/** The agent whose turn it is if the conversation is nobody's now, which the caller checks again once it is locked. */
export const chooseForMessage = async (
  deps: Pick<Deps, 'settings'>,
  tx: Pick<Transaction, 'lockAgents' | 'conversationById'>,
  conversationId: string,
  here: ReadonlySet<string> | undefined,
): Promise<(Assignee & { id: string }) | undefined> => {
  if (!here || here.size === 0) return undefined;
  const conversation = await tx.conversationById(conversationId);
  return conversation?.assignee === null ? chooseInTurn(deps, tx, here) : undefined;
};

const waitsForSomebody = (conversation: Conversation, user: User): boolean =>
  conversation.assignee === null &&
  conversation.snoozedAt === null &&
  waitsSince(conversation) !== null &&
  user.blockedAt === null;

/** Nobody can take it, or it is somebody's by now. */
class Settled extends Error {}

/** @returns whether somebody could take it */
const assignInTurn = async (
  deps: RoutingDeps,
  { id }: Conversation,
  user: User,
  here: ReadonlySet<string>,
): Promise<boolean> => {
  let next: (Assignee & { id: string }) | undefined;
  try {
    await changeRouting(
      deps,
      id,
      async (before, now, tx) => {
        if (!next || !waitsForSomebody(before, user)) throw new Settled();
        await tx.updateAgent(next.id, { turnAt: now });
        return {
          fields: assignedTo(next),
          change: { what: 'assigned', assignee: next.name, why: 'turn' },
        };
      },
      async () => next && { type: 'assigned', role: 'appMaker', name: next.name, avatarUrl: next.avatarUrl },
      undefined,
      undefined,
      async (tx) => {
        next = await chooseInTurn(deps, tx, here);
        if (!next) throw new Settled();
        return true;
      },
    );
  } catch (error) {
    if (!(error instanceof Settled)) throw error;
  }
  return next !== undefined;
};

/** Creates the round that assigns what waits and is nobody's, the longest wait first, each once for all processes. */
export const createTurns =
  (deps: RoutingDeps & Turns) =>
  async (signal?: AbortSignal): Promise<void> => {
    const here = await readTurns(deps);
    if (!here || here.size === 0) return;
    const page = { view: { kind: 'unassigned' as const }, limit: MOST_AT_ONCE, empty: false, byWait: true };
    for (const { conversation, user } of await deps.store.inbox(page)) {
      if (signal?.aborted || waitsSince(conversation) === null) return;
      if (!(await assignInTurn(deps, conversation, user, here))) return;
    }
  };
