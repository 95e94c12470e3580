import type { AuditChange } from '../../../shared/accountsApi';
import { actorOf, type Caller } from '../../model/caller';
import type { Happening } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { happeningView } from '../views';

/** A change of a conversation's state, shown to agents in its log. */
export type Change =
  | { what: 'queued' | 'closed' | 'reopened' }
  /** What only visitors do. */
  | { what: 'ended' | 'rated' | 'mailed' }
  /** `assignee` is the agent's name. */
  | { what: 'assigned'; assignee: string }
  | AutomaticChange;

/** What the desk does automatically. */
export type AutomaticChange =
  /**
   * Its answers were emailed to the visitor, are late, or are held back by a limit; the mail server has refused them for good, or has
   * taken none for days; the team was told who waits.
   */
  | { what: `answers${'Mailed' | 'Delayed' | 'Held' | 'Refused' | 'NotMailed'}` | 'teamMailed' }
  /** It is given to the program that answers first, or taken from an `assignee` who was removed. */
  | { what: 'routed' | 'unassigned'; assignee: string }
  /** It is put in the queue, as the program that is called `assignee` does not take what the visitor wrote. */
  | { what: 'handedOver'; assignee: string }
  /** A login has merged the visitor who was called `assignee` into the conversation's. */
  | { what: 'merged'; assignee: string };

/** What is logged where a conversation begins, or begins again, with the program that answers first. */
export const routedTo = ({ displayName }: { displayName: string }): AutomaticChange => ({
  what: 'routed',
  assignee: displayName,
});

const AUDITED = ['queued', 'closed', 'reopened', 'assigned'] as const;

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
  const audited = AUDITED.find((one) => one === what);
  if (!by || !audited) return;
  const target = { kind: 'conversation' as const, id: happening.conversationId };
  await note(deps, tx, by, { action: `conversation-${audited}`, target, detail: assignee, changes });
};

/**
 * Logs a change that alters no field of the conversation, and shows it to agents.
 * @param referenceId a change with the same one is logged once
 */
export const logChange = async (
  deps: Pick<Deps, 'newId' | 'now'>,
  tx: DeskTransaction,
  conversationId: string,
  change: Change,
  referenceId: string | null = null,
): Promise<void> => {
  const happening = { ...newChange(deps, conversationId, change, deps.now()), referenceId };
  if (!(await tx.insertHappening(happening))) return;
  const row = await tx.inboxRow(conversationId);
  if (!row) return;
  tx.publisher.toAgents({
    type: 'conversation:updated',
    conversation: inboxView(row),
    change: happeningView(happening),
  });
};
