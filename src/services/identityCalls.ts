import type { ClientInfo } from '../wire/client';
import type { UserAnswer } from '../wire/user';
import type { Http } from './http';
import { userAnswer } from './messaging';

const id = encodeURIComponent;

/**
 * Body of `POST /login`. A JWT login sends `userId`, the external id. `appUserId` and `sessionToken` name the
 * visitor's anonymous session, with a JWT or without.
 */
type LoginBody = { client: ClientInfo; userId?: string; appUserId?: string; sessionToken?: string };

/** `POST /login`; the credential is in the Authorization header. */
export const login = async (http: Http, body: LoginBody): Promise<UserAnswer> =>
  userAnswer(await http('POST', '/login', body));

/** `POST /appusers/{appUserId}/logout`. */
export const logout = (http: Http, appUserId: string, client: ClientInfo): Promise<unknown> =>
  http('POST', `/appusers/${id(appUserId)}/logout`, { client });

/** `PUT /appusers/{appUserId}`. */
export const updateUser = (
  http: Http,
  appUserId: string,
  body: { locale?: string; properties?: Record<string, unknown> },
): Promise<unknown> => http('PUT', `/appusers/${id(appUserId)}`, body);
