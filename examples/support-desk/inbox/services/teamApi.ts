import type { ApiKeyAccount, InvitationsAnswer } from '../../shared/answers/accounts';
import type { FirstRunAnswer } from '../../shared/answers/firstRun';
import type { InvitationBody } from '../../shared/bodies/accounts';
import type { Role, Scope } from '../../shared/lists';
import type { ApiCall, ApiResult } from '../model/apiResult';
import {
  type AuditPage,
  decodeApiKeys,
  decodeAudit,
  decodeLink,
  decodeNewKey,
  decodeTeam,
  type NewKey,
  type TeamList,
} from '../model/decodeAccounts';
import { decodeFirstRun } from '../model/decodeFirstRun';
import { decodeInvitations } from '../model/decodeInvitations';

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
  invitations(): Promise<ApiResult<InvitationsAnswer>>;
  /** Resolves to the link, which is shown once. */
  invite(body: InvitationBody): Promise<ApiResult<string>>;
  /** Resolves to a new link, in place of the earlier one. */
  renew(invitationId: string, password?: string): Promise<ApiResult<string>>;
  withdraw(invitationId: string): Promise<ApiResult<undefined>>;
  keys(): Promise<ApiResult<ApiKeyAccount[]>>;
  /** Resolves to the key's id, and its secret, which is shown once. */
  makeKey(name: string, scopes: readonly Scope[]): Promise<ApiResult<NewKey>>;
  removeKey(id: string): Promise<ApiResult<undefined>>;
  /** Newest first; `before` is the `next` of the previous page. */
  audit(before?: string): Promise<ApiResult<AuditPage>>;
  auditCsv(): Promise<ApiResult<Blob>>;
  /** What the desk knows about each step of its first run. */
  firstRun(): Promise<ApiResult<FirstRunAnswer>>;
  hideFirstRun(): Promise<ApiResult<undefined>>;
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
    invite: (body) => call('/invitations', decodeLink, body),
    renew: (id, password) => call(`/invitations/${encodeURIComponent(id)}/renew`, decodeLink, { password }),
    withdraw: (id) => remove(`/invitations/${encodeURIComponent(id)}`),
    keys: () => call('/api-keys', decodeApiKeys),
    makeKey: (name, scopes) => call('/api-keys', decodeNewKey, { name, scopes }),
    removeKey: (id) => remove(`/api-keys/${encodeURIComponent(id)}`),
    audit: (before) =>
      call(`/audit${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`, decodeAudit),
    auditCsv: () => download('/audit.csv'),
    firstRun: () => call('/first-run', decodeFirstRun),
    hideFirstRun: () => call('/first-run/hide', nothing, {}),
  };
};
