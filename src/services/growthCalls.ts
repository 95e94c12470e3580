import { listOf, obj } from '../wire/decode';
import { decodeMessage, type WireMessage } from '../wire/message';
import type { Http } from './http';
import { given } from './requestError';

/**
 * `POST /conversations/{id}/messages/{id}/stop`: ends an answer that grows. Rejects with a `RequestError`, of status 409
 * when it has ended already.
 * @returns the message as it is now
 */
export const stopGrowing = async (
  http: Http,
  conversation: string,
  message: string,
): Promise<WireMessage[]> => {
  const [id, of] = [conversation, message].map(encodeURIComponent);
  const { messages } = obj(await http('POST', `/conversations/${id}/messages/${of}/stop`, {}));
  return listOf(
    given(Array.isArray(messages) ? messages : undefined, 'The answer holds no message'),
    decodeMessage,
  );
};
