import * as v from 'valibot';
import { AUDIT_ACTIONS } from '../lists';

/** The answers about the audit log. Times are float seconds. */

/** Who did something. `desk` is the desk itself, or its operator on the command line. */
const actor = v.object({ kind: v.picklist(['agent', 'key', 'desk']), id: v.string(), name: v.string() });
export type Actor = v.InferOutput<typeof actor>;

/** What was changed. A visitor or a conversation is named only by id. */
const target = v.object({
  kind: v.picklist([
    'agent',
    'session',
    'invitation',
    'key',
    'signing-key',
    'visitor',
    'conversation',
    'settings',
    'integration',
    'webhook',
    'view',
  ]),
  id: v.string(),
  name: v.optional(v.string()),
});
export type AuditTarget = v.InferOutput<typeof target>;

/** A value of the audit log. Lists are comma-separated, and long texts are truncated. */
const value = v.union([v.string(), v.number(), v.boolean()]);
export type AuditValue = v.InferOutput<typeof value>;

/** A change: the path of a setting, or the name of another field. A missing value was, or is, not set. */
const change = v.object({ what: v.string(), from: v.optional(value), to: v.optional(value) });
export type AuditChange = v.InferOutput<typeof change>;

/** `detail` is a short text for people. */
const entry = v.object({
  id: v.string(),
  at: v.number(),
  actor,
  action: v.picklist(AUDIT_ACTIONS),
  target: v.optional(target),
  detail: v.optional(v.string()),
  changes: v.optional(v.array(change)),
});
export type AuditEntry = v.InferOutput<typeof entry>;

/** `GET /audit?before=&limit=`, newest first; `next` is the `before` of the next page. */
export const auditAnswer = v.object({ entries: v.array(entry), next: v.optional(v.string()) });
export type AuditAnswer = v.InferOutput<typeof auditAnswer>;
