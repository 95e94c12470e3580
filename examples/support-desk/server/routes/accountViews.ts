import type {
  AgentAccount,
  ApiKeyAccount,
  Invitation,
  OwnAccount,
  SignedIn,
} from '../../shared/answers/accounts';
import type { AuditEntry } from '../../shared/answers/audit';
import { seconds } from '../domain/views';
import type { AgentLink, AgentRow, AgentSession, ApiKeyRow, AuditRow } from '../model/accountEntities';
import type { Agent } from '../model/caller';

export const accountView = ({ id, name, email, avatarUrl, role }: Agent): AgentAccount => ({
  id,
  name,
  email,
  avatarUrl: avatarUrl ?? undefined,
  role,
});

export const ownAccountView = (agent: AgentRow): OwnAccount => ({
  ...accountView(agent),
  // Rows of older desks have more fields, which nothing uses.
  alerts: { mail: agent.alerts.mail },
  hasSecondFactor: agent.secondFactor?.confirmed ?? false,
  hasPassword: agent.passwordHash !== null,
});

/** @param current the id of the current session */
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
