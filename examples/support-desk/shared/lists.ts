/** The names that bodies and answers of the agent API choose from. */

export const ROLES = ['admin', 'agent'] as const;
/** An admin may make every call; an agent may make those about conversations, visitors and their own account. */
export type Role = (typeof ROLES)[number];

export const SCOPES = ['conversations', 'visitors', 'settings', 'insights', 'integrations'] as const;
/** What an API key may do. No key reaches accounts, API keys or the audit log. */
export type Scope = (typeof SCOPES)[number];

export const ALERT_WISHES = ['mine', 'all', 'none'] as const;
/**
 * Which visitors alert an agent in the inbox: `mine`, which includes those whom nobody answers for, all, or none. A note
 * that mentions the agent always does.
 */
export type AlertWish = (typeof ALERT_WISHES)[number];

/** The parts of the inbox that its list shows. `mine` and `mentions` are those of the agent who looks. */
export const LIST_VIEWS = ['unassigned', 'mine', 'mentions', 'open', 'snoozed', 'closed', 'blocked'] as const;
/** Newest first, or longest wait for an answer first. */
export const LIST_SORTS = ['newest', 'waiting'] as const;

/** How many conversations one call may change. */
export const MOST_AT_ONCE = 100;

/** The most days of a period of Insights. */
export const MOST_DAYS = 92;

export const DEMO_NAMES = ['Ada', 'Ben'] as const;
export type DemoName = (typeof DEMO_NAMES)[number];

export const AUDIT_ACTIONS = [
  'signed-in',
  'second-factor-failed',
  'signed-out',
  'session-ended',
  'password-changed',
  'second-factor-added',
  'second-factor-removed',
  'agent-joined',
  'agent-changed',
  'agent-removed',
  'role-changed',
  'reset-link-made',
  'password-forgotten',
  'invitation-made',
  'invitation-withdrawn',
  'invitation-renewed',
  'key-made',
  'key-removed',
  'settings-saved',
  'settings-restored',
  'signing-key-made',
  'signing-key-removed',
  'email-links-ended',
  'visitor-exported',
  'visitor-deleted',
  'visitor-corrected',
  'visitor-merged',
  'visitor-separated',
  'visitor-note-changed',
  'visitor-note-removed',
  'visitor-blocked',
  'visitor-unblocked',
  'visitor-sessions-ended',
  'conversation-assigned',
  'conversation-queued',
  'conversation-closed',
  'conversation-reopened',
  'conversation-snoozed',
  'conversation-woke',
  'conversation-deleted',
  'conversations-expired',
  'messages-deleted',
  'message-edited',
  'message-deleted',
  'integration-made',
  'integration-changed',
  'integration-removed',
  'webhook-made',
  'webhook-changed',
  'webhook-removed',
  'delivery-repeated',
  'email-accepted',
  'email-dismissed',
  'view-made',
  'view-changed',
  'view-removed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What agents can correct of a visitor. */
export const CORRECTED = ['name', 'email', 'phone'] as const;

/** Why an email did not become a message. */
export const EMAIL_REFUSALS = [
  /** It came back to the desk that sent it, or it is from a desk. */
  'loop',
  /** It reports that an email was not delivered. */
  'bounce',
  /** A program answered. */
  'automatic',
  /** The receiving server reports that the sender's address is forged. */
  'unauthentic',
  /** It does not reply to an email of the desk. */
  'no-token',
  /** The desk has not signed its token. */
  'forged',
  /** It replies to an email to the team that is too old. */
  'ended',
  /** The conversation no longer exists. */
  'gone',
  /** Its sender is not the person that the email was sent to. */
  'stranger',
  'too-large',
  /** There were too many for this conversation. */
  'too-many',
  /** It contains no text by the sender. */
  'empty',
  /** The conversation is full. */
  'not-taken',
  /** It is unreadable. */
  'unreadable',
  /** The desk has tried to read or store it for hours, without success. */
  'failed',
] as const;
export type EmailRefusal = (typeof EMAIL_REFUSALS)[number];
