import { decodeConversation, type WireConversation } from './conversation';
import { bool, ident, type Json, listOf, num, obj, str } from './decode';

/** The visitor as the messaging service knows them. */
export type AppUser = { _id: string };

/** How to reach the realtime service. `retryInterval` is in seconds. */
export type RealtimeSettings = {
  enabled: boolean;
  baseUrl?: string;
  retryInterval?: number;
  maxConnectionAttempts?: number;
  connectionDelay?: number;
  /** False if agents are not shown that the visitor is typing. */
  typing?: boolean;
};

/** Answer of creating, fetching and logging in a user, and of listing their conversations. */
export type UserAnswer = {
  appUser?: AppUser;
  sessionToken?: string;
  conversations: WireConversation[];
  realtime?: RealtimeSettings;
};

const decodeAppUser = (value: unknown): AppUser | undefined => {
  const _id = ident(obj(value)._id);
  return _id ? { _id } : undefined;
};

const decodeRealtime = (settings: Json): RealtimeSettings => {
  const r = obj(settings.realtime);
  return {
    enabled: r.enabled !== false,
    baseUrl: str(r.baseUrl),
    retryInterval: num(r.retryInterval),
    maxConnectionAttempts: num(r.maxConnectionAttempts),
    connectionDelay: num(r.connectionDelay),
    typing: bool(obj(settings.typing).enabled),
  };
};

export const decodeUserAnswer = (value: unknown): UserAnswer => {
  const answer = obj(value);
  const settings = obj(answer.settings);
  return {
    appUser: decodeAppUser(answer.appUser),
    sessionToken: ident(answer.sessionToken),
    conversations: listOf(answer.conversations, decodeConversation),
    realtime: settings.realtime ? decodeRealtime(settings) : undefined,
  };
};
