import { type ConversationAnswer, decodeConversationAnswer } from '../wire/conversation';
import { obj } from '../wire/decode';
import { decodeMessages, type MessagesAnswer } from '../wire/history';
import type { Http } from './http';
import { RequestError } from './requestError';

const id = encodeURIComponent;

/** `GET /conversations/{id}`. Rejects with a `RequestError`. */
export const getConversation = async (http: Http, conversation: string): Promise<ConversationAnswer> =>
  decodeConversationAnswer(await http('GET', `/conversations/${id(conversation)}`));

/**
 * `GET /conversations/{id}/messages`. Rejects with a `RequestError`.
 * @param before `received` of the oldest message held, in float seconds
 */
export const getMessages = async (
  http: Http,
  conversation: string,
  before?: number,
): Promise<MessagesAnswer> => {
  const query = before === undefined ? '' : `?before=${before}`;
  const answer = await http('GET', `/conversations/${id(conversation)}/messages${query}`);
  // An answer without a list is an error: taken for an empty list, it would empty the log.
  if (!Array.isArray(obj(answer).messages)) throw new RequestError('network', 'The answer holds no messages');
  return decodeMessages(answer);
};
