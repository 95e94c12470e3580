import { listOf, obj, str } from '@porch/messenger/wire/decode';
import type { ApiCall, ApiResult } from './apiResult';
import { type Agent, decodeAgent, decodeOwnSessions, type OwnSession } from './model/accounts';

/** A change of the own account. An empty `avatarUrl` removes the picture. */
export type AccountChange = { name?: string; email?: string; avatarUrl?: string };

/** What sets up an authenticator app. */
export type SecondFactorSetup = { uri: string; recoveryCodes: string[] };

/** The part of the agent API about the signed-in agent's own account. */
export type AccountApi = {
  change(change: AccountChange): Promise<ApiResult<Agent>>;
  /** Ends all other sessions. */
  changePassword(current: string, next: string): Promise<ApiResult<undefined>>;
  beginSecondFactor(): Promise<ApiResult<SecondFactorSetup>>;
  confirmSecondFactor(code: string): Promise<ApiResult<undefined>>;
  removeSecondFactor(password: string): Promise<ApiResult<undefined>>;
  sessions(): Promise<ApiResult<OwnSession[]>>;
  endSession(id: string): Promise<ApiResult<undefined>>;
};

const nothing = () => undefined;

const decodeSetup = (value: unknown): SecondFactorSetup => ({
  uri: str(obj(value).uri) ?? '',
  recoveryCodes: listOf(obj(value).recoveryCodes, str),
});

export const createAccountApi = (call: ApiCall): AccountApi => ({
  change: (change) => call('/me', (answer) => decodeAgent(obj(answer).agent), change, { method: 'PATCH' }),
  changePassword: (current, next) => call('/me/password', nothing, { current, next }),
  beginSecondFactor: () => call('/me/second-factor', decodeSetup, {}),
  confirmSecondFactor: (code) => call('/me/second-factor/confirm', nothing, { code }),
  removeSecondFactor: (password) => call('/me/second-factor', nothing, { password }, { method: 'DELETE' }),
  sessions: () => call('/me/sessions', decodeOwnSessions),
  endSession: (id) =>
    call(`/me/sessions/${encodeURIComponent(id)}`, nothing, undefined, { method: 'DELETE' }),
});
