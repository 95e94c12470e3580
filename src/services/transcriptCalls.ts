import { obj, str } from '../wire/decode';
import type { Http } from './http';
import { given } from './requestError';

/**
 * `POST /conversations/{id}/transcript`: sends the conversation to an address. A repeated `referenceId` sends nothing.
 * Rejects with a `RequestError`.
 */
export const mailTranscript = async (
  http: Http,
  conversation: string,
  request: { email: string; referenceId: string },
): Promise<void> => {
  await http('POST', `/conversations/${encodeURIComponent(conversation)}/transcript`, request);
};

/** The visitor's address, of `GET /appusers/{appUserId}`; undefined where none is known. Rejects with a `RequestError`. */
export const fetchEmail = async (http: Http, appUserId: string): Promise<string | undefined> => {
  const { appUser } = obj(await http('GET', `/appusers/${encodeURIComponent(appUserId)}`));
  return str(obj(given(appUser, 'The service gave no user')).email);
};
