import type { AuditChange } from '../../../shared/answers/audit';
import { actorOf, type Caller } from '../../model/caller';
import type { Happening } from '../../model/entities';
import type { Transaction } from '../../store/store';
import { DESK, note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { happeningView } from '../views';

/** A change of a conversation's state, shown to agents in its log. */
export type Change =
  | { what: 'queued' | 'closed' | 'reopened' }
  /** Changes that only visitors make; `callMissed`: they called, and nobody took the call. */
  | { what: 'ended' | 'rated' | 'mailed' | 'callMissed' }
  /** An agent, called `assignee`, has taken the visitor's call. */
  | { what: 'callTaken'; assignee: string }
  /** `assignee` is the agent's name. `why`: they have answered, or it was their turn. */
  | { what: 'assigned'; assignee: string; why?: 'reply' | 'turn' }
  /** `until` is the time of waking, in float seconds; missing for 'until the visitor writes'. */
  | { what: 'snoozed'; until?: number }
  /** Its time came, the visitor wrote, or its agent was removed; without `why`, somebody has done something with it. */
  | { what: 'woke'; why?: 'time' | 'visitor' | 'removed' }
  /** The author of a message has changed it; `text` is what it was. */
  | { what: 'edited' | 'deleted'; messageId: string; text: unknown }
  | AutomaticChange;

/** Changes that the desk makes. */
type AutomaticChange =
  /**
   * Its answers were emailed to the visitor, are late, or are held back by a limit; the mail server refused them for
   * good, or has taken none for days; the team was notified of the waiting visitor.
   */
  | { what: `answers${'Mailed' | 'Delayed' | 'Held' | 'Refused' | 'NotMailed'}` | 'teamMailed' }
  /** It is passed to the first responder, or unassigned from an `assignee` who was removed. */
  | { what: 'routed' | 'unassigned'; assignee: string }
  /** It is queued, because the program called `assignee` does not take the visitor's messages. */
  | { what: 'handedOver'; assignee: string }
  /** A login, or an agent, has merged the visitor called `assignee` into the one whom agents see. */
  | { what: 'merged'; assignee: string }
  /** An agent has taken the merge with the visitor called `assignee` back. */
  | { what: 'separated'; assignee: string };

/** The change to log when a conversation begins, or begins again, with the first responder. */
export const routedTo = ({ displayName }: { displayName: string }): AutomaticChange => ({
  what: 'routed',
  assignee: displayName,
});

const AUDITED = ['queued', 'closed', 'reopened', 'assigned', 'snoozed', 'woke'] as const;

/**
 * @param at ms
 * @param by who made it; undefined for a visitor's message or the desk itself
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
 * Stores a change; if an agent, a program or a turn made it, also in the audit log.
 * @param changes additional changes for the audit log
 */
export const storeChange = async (
  deps: Pick<Deps, 'now'>,
  tx: Pick<Transaction, 'insertHappening' | 'insertAuditEntry'>,
  happening: Happening,
  by?: Caller,
  changes?: readonly AuditChange[],
): Promise<void> => {
  await tx.insertHappening(happening);
  const { what, assignee, why } = happening.body as Change & { assignee?: string; why?: string };
  const audited = AUDITED.find((one) => one === what);
  const actor = by ?? (why === 'turn' ? DESK : undefined);
  if (!actor || !audited) return;
  const target = { kind: 'conversation' as const, id: happening.conversationId };
  await note(deps, tx, actor, { action: `conversation-${audited}`, target, detail: assignee, changes });
};

/**
 * Logs a change that alters no field of the conversation, and shows it to agents.
 * @param referenceId changes with the same one are logged once
 * @param at ms; orders changes that are made together
 */
export const logChange = async (
  deps: Pick<Deps, 'newId' | 'now'>,
  tx: DeskTransaction,
  conversationId: string,
  change: Change,
  referenceId: string | null = null,
  at = deps.now(),
): Promise<void> => {
  const happening = { ...newChange(deps, conversationId, change, at), referenceId };
  if (!(await tx.insertHappening(happening))) return;
  const row = await tx.inboxRow(conversationId);
  if (!row) return;
  tx.publisher.toAgents({
    type: 'conversation:updated',
    conversation: inboxView(row),
    change: happeningView(happening),
  });
};
