import type { ActivityBody, CreateConversationBody, CreateUserBody, SendMessageBody } from '../wire/client';
import { type ConversationAnswer, decodeConversationAnswer } from '../wire/conversation';
import { list, obj } from '../wire/decode';
import { decodeMessage, decodeMessages, type MessagesAnswer, type WireMessage } from '../wire/message';
import { decodeUserAnswer, type UserAnswer } from '../wire/user';
import type { Http } from './http';
import { RequestError } from './requestError';

/** The calls to the messaging service; each rejects with a `RequestError`. */
export type Messaging = {
  createUser(body: CreateUserBody): Promise<UserAnswer>;
  getUser(appUserId: string): Promise<UserAnswer>;
  createConversation(appUserId: string, body: CreateConversationBody): Promise<ConversationAnswer>;
  getConversation(conversationId: string): Promise<ConversationAnswer>;
  /** @param before `received` of the oldest message held, in float seconds */
  getMessages(conversationId: string, before?: number): Promise<MessagesAnswer>;
  sendMessage(conversationId: string, body: SendMessageBody): Promise<WireMessage>;
  sendActivity(conversationId: string, body: ActivityBody): Promise<void>;
};

const id = encodeURIComponent;

/**
 * Creates the calls.
 * @param http bound to the service's base, `{suncoUrl}/v2/apps/{appId}`
 */
export const createMessaging = (http: Http): Messaging => ({
  createUser: async (body) => decodeUserAnswer(await http('POST', '/appusers', body)),
  getUser: async (user) => decodeUserAnswer(await http('GET', `/appusers/${id(user)}`)),
  createConversation: async (user, body) =>
    decodeConversationAnswer(await http('POST', `/appusers/${id(user)}/conversations`, body)),
  getConversation: async (conversation) =>
    decodeConversationAnswer(await http('GET', `/conversations/${id(conversation)}`)),
  async getMessages(conversation, before) {
    const query = before === undefined ? '' : `?before=${before}`;
    const answer = await http('GET', `/conversations/${id(conversation)}/messages${query}`);
    // An answer without a list is an error: taken for an empty list, it would empty the log.
    if (!Array.isArray(obj(answer).messages))
      throw new RequestError('malformed', 'The answer holds no messages');
    return decodeMessages(answer);
  },
  async sendMessage(conversation, body) {
    const answer = obj(await http('POST', `/conversations/${id(conversation)}/messages`, body));
    const messages = list(answer.messages);
    const message = messages.length === 1 ? decodeMessage(messages[0]) : undefined;
    // The answer must hold exactly one message.
    if (!message) throw new RequestError('malformed', 'Message failed to send');
    return message;
  },
  sendActivity: async (conversation, body) => {
    await http('POST', `/conversations/${id(conversation)}/activity`, body);
  },
});
