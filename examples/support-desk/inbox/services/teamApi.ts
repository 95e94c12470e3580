import type { ApiKeyAccount, Invitation } from '../../shared/answers/accounts';
import type { Role, Scope } from '../../shared/lists';
import type { ApiCall, ApiResult } from '../model/apiResult';
import {
  type AuditPage,
  decodeApiKeys,
  decodeAudit,
  decodeInvitations,
  decodeLink,
  decodeNewKey,
  decodeTeam,
  type NewKey,
  type TeamList,
} from '../model/decodeAccounts';

/**
 * The part of the agent API about the team, its API keys and the audit log. All but `agents` is for admins; `password`
 * is the admin's own.
 */
export type TeamApi = {
  agents(): Promise<ApiResult<TeamList>>;
  setRole(id: string, role: Role, password?: string): Promise<ApiResult<undefined>>;
  remove(id: string, password?: string): Promise<ApiResult<undefined>>;
  /** Resolves to a link with which the agent sets a new password. */
  reset(id: string, password?: string): Promise<ApiResult<string>>;
  invitations(): Promise<ApiResult<Invitation[]>>;
  /** Resolves to the link, which is shown once. */
  invite(role: Role, email?: string, password?: string): Promise<ApiResult<string>>;
  withdraw(invitationId: string): Promise<ApiResult<undefined>>;
  keys(): Promise<ApiResult<ApiKeyAccount[]>>;
  /** Resolves to the key's id, and its secret, which is shown once. */
  makeKey(name: string, scopes: readonly Scope[]): Promise<ApiResult<NewKey>>;
  removeKey(id: string): Promise<ApiResult<undefined>>;
  /** Newest first; `before` is the `next` of the previous page. */
  audit(before?: string): Promise<ApiResult<AuditPage>>;
  auditCsv(): Promise<ApiResult<Blob>>;
};

const nothing = () => undefined;

/** @param download fetches a file */
export const createTeamApi = (
  call: ApiCall,
  download: (path: string) => Promise<ApiResult<Blob>>,
): TeamApi => {
  const agent = (id: string): string => `/agents/${encodeURIComponent(id)}`;
  const remove = (path: string, body?: object) => call(path, nothing, body, { method: 'DELETE' });
  return {
    agents: () => call('/agents', decodeTeam),
    setRole: (id, role, password) => call(agent(id), nothing, { role, password }, { method: 'PATCH' }),
    remove: (id, password) => remove(agent(id), { password }),
    reset: (id, password) => call(`${agent(id)}/reset`, decodeLink, { password }),
    invitations: () => call('/invitations', decodeInvitations),
    invite: (role, email, password) => call('/invitations', decodeLink, { role, email, password }),
    withdraw: (id) => remove(`/invitations/${encodeURIComponent(id)}`),
    keys: () => call('/api-keys', decodeApiKeys),
    makeKey: (name, scopes) => call('/api-keys', decodeNewKey, { name, scopes }),
    removeKey: (id) => remove(`/api-keys/${encodeURIComponent(id)}`),
    audit: (before) =>
      call(`/audit${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`, decodeAudit),
    auditCsv: () => download('/audit.csv'),
  };
};
