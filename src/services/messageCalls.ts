import type { SendMessageBody } from '../wire/client';
import { list, obj } from '../wire/decode';
import { decodeMessage, type WireMessage } from '../wire/message';
import type { Http } from './http';
import { RequestError } from './requestError';

/**
 * `POST /conversations/{id}/messages`.
 * @returns the stored message
 * @throws RequestError 'Message failed to send' unless the answer holds exactly one message
 */
export const sendMessage = async (
  http: Http,
  conversation: string,
  body: SendMessageBody,
): Promise<WireMessage> => {
  const answer = obj(await http('POST', `/conversations/${encodeURIComponent(conversation)}/messages`, body));
  const messages = list(answer.messages);
  const message = messages.length === 1 ? decodeMessage(messages[0]) : undefined;
  if (!message) throw new RequestError('malformed', 'Message failed to send');
  return message;
};
