import { obj } from '@porch/messenger/wire/decode';
import type { OwnAccount, SecondFactorAnswer, SignedIn } from '../../shared/answers/accounts';
import type { PushAnswer, PushTestAnswer } from '../../shared/answers/pushes';
import type { OwnAccountBody } from '../../shared/bodies/accounts';
import type { PushBody } from '../../shared/bodies/pushes';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeOwnAccount, decodeSecondFactor, decodeSignedIn } from '../model/decodeAccounts';
import { decodePushState, decodePushTest } from '../model/decodePushes';
import { pictureForm } from './sendPicture';

/** The part of the agent API about the signed-in agent's own account. */
export type AccountApi = {
  change(change: OwnAccountBody): Promise<ApiResult<OwnAccount>>;
  /** Sets the agent's picture. It must be a PNG, JPEG or WebP. */
  setFace(picture: Blob): Promise<ApiResult<OwnAccount>>;
  /** Ends all other sessions. */
  changePassword(current: string, next: string): Promise<ApiResult<undefined>>;
  /** The data to set up an authenticator app. It takes effect once one of its codes is confirmed. */
  beginSecondFactor(password: string): Promise<ApiResult<SecondFactorAnswer>>;
  confirmSecondFactor(code: string): Promise<ApiResult<undefined>>;
  removeSecondFactor(password: string): Promise<ApiResult<undefined>>;
  sessions(): Promise<ApiResult<SignedIn[]>>;
  endSession(id: string): Promise<ApiResult<undefined>>;
  /** The agent's browsers that get push messages, and the key to subscribe with. */
  pushState(): Promise<ApiResult<PushAnswer>>;
  subscribe(browser: PushBody): Promise<ApiResult<PushAnswer>>;
  unsubscribe(id: string): Promise<ApiResult<undefined>>;
  testPush(): Promise<ApiResult<PushTestAnswer>>;
};

const nothing = () => undefined;
const own = (answer: unknown): OwnAccount => decodeOwnAccount(obj(answer).agent);

export const createAccountApi = (call: ApiCall): AccountApi => ({
  change: (change) => call('/me', own, change, { method: 'PATCH' }),
  setFace: (picture) => call('/me/face', own, pictureForm(picture)),
  changePassword: (current, next) => call('/me/password', nothing, { current, next }),
  beginSecondFactor: (password) => call('/me/second-factor', decodeSecondFactor, { password }),
  confirmSecondFactor: (code) => call('/me/second-factor/confirm', nothing, { code }),
  removeSecondFactor: (password) => call('/me/second-factor', nothing, { password }, { method: 'DELETE' }),
  sessions: () => call('/me/sessions', decodeSignedIn),
  endSession: (id) =>
    call(`/me/sessions/${encodeURIComponent(id)}`, nothing, undefined, { method: 'DELETE' }),
  pushState: () => call('/me/push', decodePushState),
  subscribe: (browser) => call('/me/push', decodePushState, browser, { method: 'PUT' }),
  unsubscribe: (id) => call(`/me/push/${encodeURIComponent(id)}`, nothing, undefined, { method: 'DELETE' }),
  testPush: () => call('/me/push/test', decodePushTest, {}),
});
