import type { AuditChange } from '../../shared/accountsApi';
import type { Transaction } from '../store/store';
import { note } from './accounts/audit';
import { actorOf, type Caller } from './caller';
import type { Deps } from './deps';
import type { Happening } from './entities';

/** A change of a conversation's state, shown to agents in its log. */
export type Change =
  | { what: 'queued' | 'closed' | 'reopened' }
  /** What only visitors do. */
  | { what: 'ended' | 'rated' | 'mailed' }
  /** `assignee` is the agent's name. */
  | { what: 'assigned'; assignee: string };

/**
 * @param at ms
 * @param by who made it; nobody for what a visitor's message or the desk itself does
 */
export const newChange = (
  deps: Pick<Deps, 'newId'>,
  conversationId: string,
  change: Change,
  at: number,
  by?: Caller,
): Happening => ({
  id: deps.newId(),
  conversationId,
  kind: 'change',
  referenceId: null,
  createdAt: at,
  body: by ? { ...change, by: actorOf(by) } : change,
});

/**
 * Stores a change, and writes down in the audit log what an agent or a program has changed.
 * @param changes what the log has of it besides
 */
export const storeChange = async (
  deps: Pick<Deps, 'now'>,
  tx: Pick<Transaction, 'insertHappening' | 'insertAuditEntry'>,
  happening: Happening,
  by?: Caller,
  changes?: readonly AuditChange[],
): Promise<void> => {
  await tx.insertHappening(happening);
  const { what, assignee } = happening.body as Change & { assignee?: string };
  if (!by || what === 'ended' || what === 'rated' || what === 'mailed') return;
  const target = { kind: 'conversation' as const, id: happening.conversationId };
  await note(deps, tx, by, { action: `conversation-${what}`, target, detail: assignee, changes });
};
