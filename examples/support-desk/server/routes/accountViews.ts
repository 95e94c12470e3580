import type {
  AgentAccount,
  ApiKeyAccount,
  Invitation,
  OwnAccount,
  SignedIn,
} from '../../shared/answers/accounts';
import type { AuditEntry } from '../../shared/answers/audit';
import { mailOf } from '../domain/accounts/invitations';
import { seconds } from '../domain/views';
import {
  type Agent,
  type AgentLink,
  type AgentRow,
  type AgentSession,
  type ApiKeyRow,
  type AuditRow,
  agentOf,
  alertsOf,
} from '../model/accountEntities';
import { withoutNulls } from '../model/stored';

export const accountView = (agent: Agent): AgentAccount => withoutNulls<AgentAccount>(agentOf(agent));

export const ownAccountView = (agent: AgentRow): OwnAccount => ({
  ...accountView(agent),
  alerts: alertsOf(agent),
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

/** @param now in ms */
export const invitationView = (link: AgentLink, now: number): Invitation => {
  const { id, role, email, name, createdAt, expiresAt } = link;
  const mail = mailOf(link, now);
  return {
    id,
    role,
    email: email ?? undefined,
    name: name ?? undefined,
    mail: mail && { ...mail, at: seconds(mail.at) },
    createdAt: seconds(createdAt),
    expiresAt: seconds(expiresAt),
  };
};

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
