import type { AgentSessionAnswer } from './agentApi';

/**
 * The types of signing in, of accounts, API keys and the audit log, shared by the server and the inbox. Every call is
 * under `/agent/api`. Times are float seconds. `bodies/accounts.ts` has the bodies.
 */

export const ROLES = ['admin', 'agent'] as const;
/** An admin may make every call; an agent those about conversations and visitors, and those of the own account. */
export type Role = (typeof ROLES)[number];

export const SCOPES = ['conversations', 'visitors', 'settings', 'insights', 'integrations'] as const;
/** What an API key may do. Accounts, API keys and the audit log are in no key's reach. */
export type Scope = (typeof SCOPES)[number];

/** The fewest and the most characters of a password. */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;

/** Whether a text has nothing that is seen. */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{C}]/u.test(text);

/** A person who answers. */
export type AgentAccount = { id: string; name: string; email: string; avatarUrl?: string; role: Role };

/** How the desk tells an agent of what happens. Sound and desktop notifications are each browser's own choice, kept there. */
export type AgentAlerts = { mail: boolean };

/** The signed-in agent's own account. */
export type OwnAccount = AgentAccount & {
  alerts: AgentAlerts;
  hasSecondFactor: boolean;
  /** The demo's agents have none, and are not asked for it. */
  hasPassword: boolean;
};

/** `GET /sign-in`: what the sign-in page offers. */
export type SignInPageAnswer = {
  /** Whom `POST /demo-sign-in` signs in in this browser. */
  demo: DemoName[];
  /** Whether the desk is a demo, and this browser has not opened the link that it has printed. */
  needsDemoLink: boolean;
  /** Whether nobody has an account yet. The desk's log has a link for the first admin. */
  needsSetup: boolean;
};

/** With `secondFactor`, `POST /sign-in/code` with the code of the authenticator, or a recovery code, comes next. */
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
/** `GET /link/{token}`; `email` and `name` are given where they are known already. */
export type LinkAnswer = { kind: LinkKind; role: Role; email?: string; name?: string };

/** Where the agent is signed in. `userAgent` is what the browser calls itself. */
export type SignedIn = { id: string; createdAt: number; usedAt: number; userAgent: string; current: boolean };
export type SessionsAnswer = { sessions: SignedIn[] };

/** `POST /me/second-factor`, with `password`: for an authenticator app; it counts once `/me/second-factor/confirm` got a code of it. */
export type SecondFactorAnswer = { uri: string; recoveryCodes: string[] };

/** `GET /agents`; `removedAt` is set for those who have left, whose name is still on what they did. */
export type TeamMember = AgentAccount & { online: boolean; removedAt?: number };
/** An integration, to which conversations can be assigned, too. */
export type TeamBot = { id: string; name: string };
export type TeamAnswer = { agents: TeamMember[]; bots: TeamBot[] };

/** A link is shown once; only its hash is kept. */
export type ResetLinkAnswer = { link: string };
export type Invitation = { id: string; role: Role; email?: string; createdAt: number; expiresAt: number };
export type InvitationsAnswer = { invitations: Invitation[] };
export type InvitationAnswer = { invitation: Invitation; link: string };

/** For programs. `createdBy` is the name of the agent who made it. */
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

/** Who did something. `desk` is the desk itself, or its operator at the command line. */
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

/** What was changed. A visitor and a conversation are named by their ids alone. */
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

/** A value of the audit log. Lists are texts with commas, and long texts are cut. */
export type AuditValue = string | number | boolean;

/** What has changed: the path of a setting, or the name of another field. A value that is missing was, or is, not set. */
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
