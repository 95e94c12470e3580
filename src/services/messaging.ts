import type { ActivityBody, CreateConversationBody, CreateUserBody } from '../wire/client';
import { type ConversationAnswer, decodeConversationAnswer } from '../wire/conversation';
import { decodeUserAnswer, type UserAnswer } from '../wire/user';
import type { Http } from './http';

/**
 * The calls to the messaging service with which a visitor and a conversation start; each rejects with a
 * `RequestError`. The other calls are in the files of their subjects, which load with what first makes them.
 */
export type Messaging = {
  createUser(body: CreateUserBody): Promise<UserAnswer>;
  getUser(appUserId: string): Promise<UserAnswer>;
  createConversation(appUserId: string, body: CreateConversationBody): Promise<ConversationAnswer>;
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
  sendActivity: async (conversation, body) => {
    await http('POST', `/conversations/${id(conversation)}/activity`, body);
  },
});
