import type { ActivityBody, CreateConversationBody, CreateUserBody } from '../wire/client';
import { type ConversationAnswer, decodeConversationAnswer } from '../wire/conversation';
import { decodeUserAnswer, type UserAnswer } from '../wire/user';
import type { Http } from './http';
import { given } from './requestError';

/**
 * The calls to the messaging service with which a visitor and a conversation start; each rejects with a
 * `RequestError`. The other calls are in the files of their subjects, which load with what first makes them.
 */
export type Messaging = {
  createUser(body: CreateUserBody): Promise<UserAnswer>;
  getUser(appUserId: string): Promise<UserAnswer>;
  createConversation(appUserId: string, body: CreateConversationBody): Promise<ConversationAnswer>;
  sendActivity(conversationId: string, body: ActivityBody): Promise<void>;
  /** Adds what the page has set for visitors and conversations to the calls that create them. */
  createBy(creation: Creation): void;
};

/** Makes a call that creates something. It may change the body, and returns the answer. */
export type Creation = <Body extends CreateUserBody | CreateConversationBody, Answer>(
  body: Body,
  create: (body: Body) => Promise<Answer>,
) => Promise<Answer>;

const id = encodeURIComponent;

/** Reads the answer to a call about one visitor. Throws if it names none: it is then not the service's own. */
export const userAnswer = (value: unknown): UserAnswer => {
  const answer = decodeUserAnswer(value);
  given(answer.appUser, 'The service gave no user');
  return answer;
};

const newConversation = (value: unknown): ConversationAnswer => {
  const answer = decodeConversationAnswer(value);
  given(answer.conversation, 'The service gave no conversation');
  return answer;
};

/**
 * Creates the calls.
 * @param http bound to the service's base, `{suncoUrl}/v2/apps/{appId}`
 */
export const createMessaging = (http: Http): Messaging => {
  let creation: Creation = (body, create) => create(body);
  return {
    createBy(next) {
      creation = next;
    },
    createUser: (body) => creation(body, async (sent) => userAnswer(await http('POST', '/appusers', sent))),
    getUser: async (user) => userAnswer(await http('GET', `/appusers/${id(user)}`)),
    createConversation: (user, body) =>
      creation(body, async (sent) =>
        newConversation(await http('POST', `/appusers/${id(user)}/conversations`, sent)),
      ),
    sendActivity: async (conversation, body) => {
      await http('POST', `/conversations/${id(conversation)}/activity`, body);
    },
  };
};
