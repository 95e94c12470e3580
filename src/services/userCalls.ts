import { obj, str } from '../wire/decode';
import { decodeUserAnswer, type UserAnswer } from '../wire/user';
import type { Http } from './http';
import { given } from './requestError';

/** Calls about the visitor that a first conversation does not need; each rejects with a `RequestError`. */
export type UserCalls = {
  /** @param offset how many of the newest conversations to skip */
  listConversations(appUserId: string, offset?: number): Promise<UserAnswer & { hasMore: boolean }>;
  /** The realtime credential of a doorman session. */
  websocketToken(appUserId: string): Promise<string | undefined>;
};

const id = encodeURIComponent;

export const createUserCalls = (http: Http): UserCalls => ({
  async listConversations(user, offset) {
    const query = offset ? `?offset=${offset}` : '';
    const answer = obj(await http('GET', `/appusers/${id(user)}/conversations${query}`));
    given(Array.isArray(answer.conversations) || undefined, 'The service gave no conversations');
    const hasMore = obj(answer.conversationsPagination).hasMore === true;
    return { ...decodeUserAnswer(answer), hasMore };
  },
  websocketToken: async (user) =>
    str(obj(await http('POST', `/appusers/${id(user)}/websocket/token`, {})).token),
});
