import * as v from 'valibot';
import {
  type AgentAccount,
  type ApiKeyAccount,
  type AuditEntry,
  type Invitation,
  type OwnAccount,
  PASSWORD_LENGTH,
  type SignedIn,
} from '../../shared/accountsApi';
import { seconds } from '../domain/views';
import type { AgentLink, AgentRow, AgentSession, ApiKeyRow, AuditRow } from '../model/accountEntities';
import type { Agent } from '../model/caller';

/** Fields of accounts in bodies. A password may be longer here, so that the answer says what is wrong. */
export const password = v.pipe(v.string(), v.maxLength(10 * PASSWORD_LENGTH.most));
export const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.email());
export const personName = v.pipe(v.string(), v.trim(), v.regex(/\S/, 'may not be empty'), v.maxLength(100));
export const pictureUrl = v.pipe(v.string(), v.maxLength(2048), v.url(), v.regex(/^https?:/i));

export const accountView = ({ id, name, email, avatarUrl, role }: Agent): AgentAccount => ({
  id,
  name,
  email,
  avatarUrl: avatarUrl ?? undefined,
  role,
});

export const ownAccountView = (agent: AgentRow): OwnAccount => ({
  ...accountView(agent),
  // Rows of older desks have more, which nothing uses.
  alerts: { mail: agent.alerts.mail },
  hasSecondFactor: agent.secondFactor?.confirmed ?? false,
  hasPassword: agent.passwordHash !== null,
});

/** @param current the id of the session that asks */
export const sessionView = (
  { id, createdAt, usedAt, userAgent }: AgentSession,
  current: string,
): SignedIn => ({
  id,
  createdAt: seconds(createdAt),
  usedAt: seconds(usedAt),
  userAgent,
  current: id === current,
});

export const invitationView = ({ id, role, email, createdAt, expiresAt }: AgentLink): Invitation => ({
  id,
  role,
  email: email ?? undefined,
  createdAt: seconds(createdAt),
  expiresAt: seconds(expiresAt),
});

export const apiKeyView = (key: ApiKeyRow): ApiKeyAccount => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  createdAt: seconds(key.createdAt),
  lastUsedAt: key.lastUsedAt === null ? undefined : seconds(key.lastUsedAt),
  createdBy: key.createdBy,
});

export const auditView = ({ place, at, actor, action, target, detail, changes }: AuditRow): AuditEntry => ({
  id: String(place),
  at: seconds(at),
  actor,
  action,
  target: target ?? undefined,
  detail: detail ?? undefined,
  changes: changes ?? undefined,
});
