import { decodeConversation, type WireConversation } from './conversation';
import { bool, ident, listOf, num, obj, str } from './decode';

/** The visitor as the messaging service knows them. */
export type AppUser = {
  _id: string;
  /** The external id of a visitor who signed in with a token. */
  userId?: string;
  conversationStarted: boolean;
};

/** How to reach the realtime service. `retryInterval` and `connectionDelay` are seconds. */
export type RealtimeSettings = {
  enabled: boolean;
  baseUrl?: string;
  retryInterval?: number;
  maxConnectionAttempts?: number;
  connectionDelay?: number;
};

/** Answer of creating, fetching and logging in a user, and of listing their conversations. */
export type UserAnswer = {
  appUser?: AppUser;
  sessionToken?: string;
  conversations: WireConversation[];
  hasMore: boolean;
  realtime?: RealtimeSettings;
};

const decodeAppUser = (value: unknown): AppUser | undefined => {
  const u = obj(value);
  const _id = ident(u._id);
  if (!_id) return undefined;
  return {
    _id,
    userId: str(u.userId),
    conversationStarted: u.conversationStarted === true,
  };
};

const decodeRealtime = (value: unknown): RealtimeSettings => {
  const r = obj(value);
  return {
    enabled: bool(r.enabled) ?? true,
    baseUrl: str(r.baseUrl),
    retryInterval: num(r.retryInterval),
    maxConnectionAttempts: num(r.maxConnectionAttempts),
    connectionDelay: num(r.connectionDelay),
  };
};

export const decodeUserAnswer = (value: unknown): UserAnswer => {
  const answer = obj(value);
  const settings = obj(answer.settings);
  return {
    appUser: decodeAppUser(answer.appUser),
    sessionToken: ident(answer.sessionToken),
    conversations: listOf(answer.conversations, decodeConversation),
    hasMore: obj(answer.conversationsPagination).hasMore === true,
    realtime: settings.realtime ? decodeRealtime(settings.realtime) : undefined,
  };
};
