import type { WireMessage } from '@porch/messenger/wire/message';
import type { AgentAccount, AgentAlerts, InvitationMail, LinkKind } from '../../shared/answers/accounts';
import type { Actor, AuditChange, AuditTarget } from '../../shared/answers/audit';
import type { AuditAction, Role, Scope } from '../../shared/lists';
import type { Stored } from './stored';

/** Rows of accounts. Times are in ms. Secrets are stored only as hashes, except that of a second factor. */

/** A person who answers. */
export type Agent = Stored<AgentAccount>;

/** A second factor by an authenticator app (TOTP). It takes effect once confirmed. */
export type SecondFactor = {
  /** Base32. */
  secret: string;
  confirmed: boolean;
  recoveryHashes: string[];
  /** The time step of the last code, so that none works twice. */
  lastStep: number;
};

export type AgentRow = Agent & {
  passwordHash: string | null;
  secondFactor: SecondFactor | null;
  /** Rows of older desks lack what was added since. */
  alerts: Partial<AgentAlerts>;
  /** When the desk last assigned them a conversation in turn. */
  turnAt: number | null;
  createdAt: number;
  removedAt: number | null;
};

/** What an account does not have at first, and loses when it is removed. */
const NOTHING = { avatarUrl: null, passwordHash: null, secondFactor: null };

/** The row of a new account. */
export const newAgent = (
  known: Pick<AgentRow, 'id' | 'name' | 'email' | 'role' | 'createdAt'> & Partial<AgentRow>,
): AgentRow => ({ ...NOTHING, alerts: {}, turnAt: null, removedAt: null, ...known });

/** What is left of an account that was removed: the name, for what the agent did. @param at ms */
export const removedAgent = (at: number): Partial<AgentRow> => ({ ...NOTHING, removedAt: at, email: '' });

/** The fields of a row that are not secret. */
export const agentOf = ({ id, name, email, avatarUrl, role }: Agent): Agent => ({
  id,
  name,
  email,
  avatarUrl,
  role,
});

/** What alerts an agent, by default their own visitors and nobody's, in the inbox. */
export const alertsOf = ({ alerts }: Pick<AgentRow, 'alerts'>): AgentAlerts => ({
  mail: alerts.mail ?? false,
  messages: alerts.messages ?? 'mine',
});

/** What visitors see of an agent. A new field of the account reaches no visitor until it is listed here. */
export const FACE = ['name', 'avatarUrl'] as const satisfies readonly (keyof WireMessage & keyof Agent)[];

export type AgentSession = {
  id: string;
  tokenHash: string;
  agentId: string;
  userAgent: string;
  createdAt: number;
  usedAt: number;
};

/** A right password that waits for the second factor. */
export type AgentSignIn = { tokenHash: string; agentId: string; tries: number; expiresAt: number };

export type AgentLink = {
  id: string;
  tokenHash: string;
  kind: LinkKind;
  role: Role;
  /** Of an invited colleague, or where a `forgotten` link was sent. */
  email: string | null;
  name: string | null;
  agentId: string | null;
  mail: InvitationMail | null;
  createdAt: number;
  expiresAt: number;
};

export type ApiKeyRow = {
  id: string;
  name: string;
  secretHash: string;
  scopes: Scope[];
  createdBy: string;
  createdAt: number;
  lastUsedAt: number | null;
};

export type TicketOwner = { sessionId: string | null; keyId: string | null };
export type Ticket = TicketOwner & { tokenHash: string; expiresAt: number };

/** `place` grows with each entry. */
export type AuditRow = {
  place: number;
  at: number;
  actor: Actor;
  action: AuditAction;
  target: AuditTarget | null;
  detail: string | null;
  changes: AuditChange[] | null;
};
