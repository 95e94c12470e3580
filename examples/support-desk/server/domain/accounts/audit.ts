import type { Actor, AuditChange, AuditTarget, AuditValue } from '../../../shared/answers/audit';
import type { AuditAction } from '../../../shared/lists';
import { actorOf, type Caller } from '../../model/caller';
import { cutText } from '../../model/clean';
import type { Transaction } from '../../store/store';
import type { Deps } from '../deps';

/** How long entries are kept. */
export const AUDIT_MS = 400 * 86_400_000;

/** The author of changes by the desk, or by its operator at the command line. */
export const DESK: Actor = { kind: 'desk', id: 'desk', name: 'Desk' };

/** An entry of the audit log. */
export type Noted = {
  action: AuditAction;
  target?: AuditTarget;
  detail?: string;
  changes?: readonly AuditChange[];
};

/** The maximum length of a value, and the most changes of an entry. */
const LONGEST_VALUE = 200;
const MOST_CHANGES = 50;

/** The log's form of a value; undefined for one that is not set, or has parts. */
const shortOf = (value: unknown): AuditValue | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const isList = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  const text = isList ? value.join(', ') : value;
  return typeof text === 'string' ? cutText(text, LONGEST_VALUE) : undefined;
};

/** A change in the log's form. */
export const changeOf = (what: string, from: unknown, to: unknown): AuditChange => ({
  what,
  from: shortOf(from),
  to: shortOf(to),
});

/** The changes of these fields. */
export const changesOf = <T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): AuditChange[] =>
  fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => changeOf(field, before[field], after[field]));

/** Writes an entry of the audit log, in the transaction of the change. */
export const note = (
  { now }: Pick<Deps, 'now'>,
  tx: Pick<Transaction, 'insertAuditEntry'>,
  by: Caller | Actor,
  { action, target, detail, changes = [] }: Noted,
): Promise<void> =>
  tx.insertAuditEntry({
    at: now(),
    actor: 'agent' in by || 'key' in by ? actorOf(by) : by,
    action,
    target: target ?? null,
    detail: detail ?? null,
    changes: changes.length > 0 ? changes.slice(0, MOST_CHANGES) : null,
  });
