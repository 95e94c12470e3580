import type { SendMessageBody } from '../wire/client';
import { obj } from '../wire/decode';
import { decodeMessage, type WireMessage } from '../wire/message';
import type { Http } from './http';
import { RequestError } from './requestError';

/**
 * Reads the one message of an answer. An answer with a list comes from the service, so the message may be stored: it is
 * not sent again without the visitor.
 */
export const storedMessage = (answer: unknown): WireMessage => {
  const { messages } = obj(answer);
  const isOwn = Array.isArray(messages);
  const message = isOwn && messages.length === 1 && decodeMessage(messages[0]);
  if (!message) throw new RequestError(isOwn ? 'malformed' : 'network', 'Message failed to send');
  return message;
};

/**
 * `POST /conversations/{id}/messages`.
 * @returns the stored message
 * @throws RequestError 'Message failed to send' unless the answer holds exactly one message
 */
export const sendMessage = async (
  http: Http,
  conversation: string,
  body: SendMessageBody,
): Promise<WireMessage> =>
  storedMessage(await http('POST', `/conversations/${encodeURIComponent(conversation)}/messages`, body));
