import type { AgentAlerts, LinkKind } from '../../shared/answers/accounts';
import type { Actor, AuditChange, AuditTarget } from '../../shared/answers/audit';
import type { AuditAction, Role, Scope } from '../../shared/lists';
import type { Agent } from './caller';

/** Rows of accounts. Times are in ms. Secrets are stored only as hashes, except that of a second factor. */

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
  alerts: AgentAlerts;
  createdAt: number;
  removedAt: number | null;
};

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
  email: string | null;
  agentId: string | null;
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
