import type { Actor, AuditAction, AuditTarget } from '../../../shared/accountsApi';
import type { Transaction } from '../../store/store';
import { actorOf, type Caller } from '../caller';
import type { Deps } from '../deps';

/** How long entries are kept. */
export const AUDIT_MS = 400 * 86_400_000;

/** What the desk, or its operator at the command line, does. */
export const DESK: Actor = { kind: 'desk', id: 'desk', name: 'Desk' };

/** What is written down of a change. */
export type Noted = { action: AuditAction; target?: AuditTarget; detail?: string };

/** Writes an entry of the audit log, in the transaction of what it tells of. */
export const note = (
  { now }: Pick<Deps, 'now'>,
  tx: Pick<Transaction, 'insertAuditEntry'>,
  by: Caller | Actor,
  { action, target, detail }: Noted,
): Promise<void> =>
  tx.insertAuditEntry({
    at: now(),
    actor: 'agent' in by || 'key' in by ? actorOf(by) : by,
    action,
    target: target ?? null,
    detail: detail ?? null,
  });
