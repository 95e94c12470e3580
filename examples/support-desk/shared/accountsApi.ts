import type { AgentSessionAnswer } from './agentApi';

/**
 * The types of signing in, of accounts, API keys and the audit log, shared by the server and the inbox. Every call is
 * under `/agent/api`. Times are float seconds. `bodies/accounts.ts` has the bodies.
 */

export const ROLES = ['admin', 'agent'] as const;
/** An admin may make every call; an agent may make those about conversations, visitors and their own account. */
export type Role = (typeof ROLES)[number];

export const SCOPES = ['conversations', 'visitors', 'settings', 'insights', 'integrations'] as const;
/** What an API key may do. No key reaches accounts, API keys or the audit log. */
export type Scope = (typeof SCOPES)[number];

/** The minimum and the maximum length of a password. */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;

/** Whether a text has no visible characters. */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{C}]/u.test(text);

/** A person who answers. */
export type AgentAccount = { id: string; name: string; email: string; avatarUrl?: string; role: Role };

/** How the desk alerts an agent. Sound and desktop notifications are stored by each browser. */
export type AgentAlerts = { mail: boolean };

/** The signed-in agent's own account. */
export type OwnAccount = AgentAccount & {
  alerts: AgentAlerts;
  hasSecondFactor: boolean;
  /** The demo's agents have no password, and are not asked for it. */
  hasPassword: boolean;
};

/** `GET /sign-in`: what the sign-in page offers. */
export type SignInPageAnswer = {
  /** The agents that `POST /demo-sign-in` can sign in from this browser. */
  demo: DemoName[];
  /** Whether the desk is a demo and this browser has not opened its printed link. */
  needsDemoLink: boolean;
  /** Whether nobody has an account yet. The desk's log has a link for the first admin. */
  needsSetup: boolean;
};

/** With `secondFactor`, the next call is `POST /sign-in/code` with a code of the authenticator, or a recovery code. */
export type SignInAnswer = { agent: OwnAccount } | { secondFactor: true };

export const DEMO_NAMES = ['Ada', 'Ben'] as const;
export type DemoName = (typeof DEMO_NAMES)[number];

/** `POST /sign-in/code`, `POST /link/{token}`, `POST /demo-sign-in`, `PATCH /me`. */
export type OwnAccountAnswer = { agent: OwnAccount };

/** `GET /session`; without `agent` for an API key. */
export type CallerSessionAnswer = AgentSessionAnswer & { agent?: OwnAccount };

/** `POST /tickets`: opens the live channel once, as `ext.ticket` of a subscription. `expiresIn` is in seconds. */
export type TicketAnswer = { ticket: string; expiresIn: number };

export type LinkKind = 'setup' | 'invitation' | 'reset';
/** `GET /link/{token}`; `email` and `name` are present if they are already known. */
export type LinkAnswer = { kind: LinkKind; role: Role; email?: string; name?: string };

/** A session of the agent. `userAgent` is the browser's own name. */
export type SignedIn = { id: string; createdAt: number; usedAt: number; userAgent: string; current: boolean };
export type SessionsAnswer = { sessions: SignedIn[] };

/**
 * `POST /me/second-factor`, with `password`: the data for an authenticator app. It takes effect once
 * `/me/second-factor/confirm` gets one of its codes.
 */
export type SecondFactorAnswer = { uri: string; recoveryCodes: string[] };

/** `GET /agents`; removed agents have `removedAt`, and their name stays on what they did. */
export type TeamMember = AgentAccount & { online: boolean; removedAt?: number };
/** An integration, which conversations can also be assigned to. */
export type TeamBot = { id: string; name: string };
export type TeamAnswer = { agents: TeamMember[]; bots: TeamBot[] };

/** A link is shown once; only its hash is kept. */
export type ResetLinkAnswer = { link: string };
export type Invitation = { id: string; role: Role; email?: string; createdAt: number; expiresAt: number };
export type InvitationsAnswer = { invitations: Invitation[] };
export type InvitationAnswer = { invitation: Invitation; link: string };

/** For programs. `createdBy` is the name of the agent who created it. */
export type ApiKeyAccount = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: number;
  lastUsedAt?: number;
  createdBy: string;
};
export type ApiKeysAnswer = { apiKeys: ApiKeyAccount[] };
/** The secret is shown once; only its hash is kept. */
export type ApiKeyAnswer = { apiKey: ApiKeyAccount; secret: string };

/** Who did something. `desk` is the desk itself, or its operator on the command line. */
export type Actor = { kind: 'agent' | 'key' | 'desk'; id: string; name: string };

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
  'invitation-made',
  'invitation-withdrawn',
  'key-made',
  'key-removed',
  'settings-saved',
  'settings-restored',
  'signing-key-made',
  'signing-key-removed',
  'email-links-ended',
  'visitor-exported',
  'visitor-deleted',
  'visitor-blocked',
  'visitor-unblocked',
  'visitor-sessions-ended',
  'conversation-assigned',
  'conversation-queued',
  'conversation-closed',
  'conversation-reopened',
  'conversation-deleted',
  'conversations-expired',
  'messages-deleted',
  'integration-made',
  'integration-changed',
  'integration-removed',
  'webhook-made',
  'webhook-changed',
  'webhook-removed',
  'delivery-repeated',
  'email-accepted',
  'email-dismissed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What was changed. A visitor or a conversation is named only by id. */
export type AuditTarget = {
  kind:
    | 'agent'
    | 'session'
    | 'invitation'
    | 'key'
    | 'signing-key'
    | 'visitor'
    | 'conversation'
    | 'settings'
    | 'integration'
    | 'webhook';
  id: string;
  name?: string;
};

/** A value of the audit log. Lists are comma-separated, and long texts are truncated. */
export type AuditValue = string | number | boolean;

/** A change: the path of a setting, or the name of another field. A missing value was, or is, not set. */
export type AuditChange = { what: string; from?: AuditValue; to?: AuditValue };

/** `detail` is a short text for people. */
export type AuditEntry = {
  id: string;
  at: number;
  actor: Actor;
  action: AuditAction;
  target?: AuditTarget;
  detail?: string;
  changes?: AuditChange[];
};
/** `GET /audit?before=&limit=`, newest first; `next` is the `before` of the next page. */
export type AuditAnswer = { entries: AuditEntry[]; next?: string };
