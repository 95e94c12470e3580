import { obj, str } from '@porch/messenger/wire/decode';
import type { LinkAnswer } from '../../shared/answers/accounts';
import type { LinkBody } from '../../shared/bodies/accounts';
import type { ApiCall, ApiResult } from '../model/apiResult';
import { decodeLinkAnswer, decodeSignInOffer, type SignInOffer } from '../model/decodeAccounts';

/** The part of the agent API that begins and ends a session. The desk keeps the session in a cookie. */
export type SignInApi = {
  /** What the sign-in page offers besides the password. */
  offer(): Promise<ApiResult<SignInOffer>>;
  /** Resolves to whether the code of the second factor is still needed. */
  signIn(email: string, password: string): Promise<ApiResult<{ secondFactor: boolean }>>;
  /** A code of the authenticator app, or a recovery code. */
  code(code: string): Promise<ApiResult<undefined>>;
  /** Asks for an email with a link for a new password. */
  forgotten(email: string): Promise<ApiResult<undefined>>;
  /** Signs in as one of the demo's agents. */
  demo(name: string): Promise<ApiResult<undefined>>;
  signOut(): Promise<ApiResult<undefined>>;
  /** The purpose of a link; `notFound` if it was used or has expired. */
  readLink(token: string): Promise<ApiResult<LinkAnswer>>;
  /** Uses the link and signs in. Resolves to whether the code of the second factor is still needed. */
  useLink(token: string, body: LinkBody): Promise<ApiResult<{ secondFactor: boolean }>>;
  /** A ticket for one subscription of the live channel. It can be used once, for 60 s. */
  ticket(): Promise<ApiResult<string>>;
};

const nothing = () => undefined;
const needsCode = (answer: unknown) => ({ secondFactor: obj(answer).secondFactor === true });

export const createSignInApi = (call: ApiCall): SignInApi => {
  const at = (token: string): string => `/link/${encodeURIComponent(token)}`;
  return {
    offer: () => call('/sign-in', decodeSignInOffer),
    signIn: (email, password) => call('/sign-in', needsCode, { email, password }),
    forgotten: (email) => call('/forgotten-password', nothing, { email }),
    code: (code) => call('/sign-in/code', nothing, { code }),
    demo: (name) => call('/demo-sign-in', nothing, { name }),
    signOut: () => call('/sign-out', nothing, {}, { keepalive: true }),
    readLink: (token) => call(at(token), decodeLinkAnswer),
    useLink: (token, body) => call(at(token), needsCode, body),
    ticket: () => call('/tickets', (answer) => str(obj(answer).ticket) ?? '', {}),
  };
};
