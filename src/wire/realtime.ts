import { decodeConversation, type WireConversation } from './conversation';
import { num, obj, str } from './decode';
import { decodeMessage, decodeRole, type Role, type WireMessage } from './message';

/** Where a visitor's events arrive (SPEC.md section 7, Realtime). */
export const userChannel = (appId: string, appUserId: string): string =>
  `/sdk/apps/${appId}/appusers/${appUserId}`;

/** What a subscription carries as its Bayeux `ext`: the ids and one of the three credentials. */
export type SubscribeExt = {
  appId: string;
  appUserId: string;
  jwt?: string;
  sessionToken?: string;
  websocketToken?: string;
};

/** One entry of a realtime message's data, `{events: [...]}` (FACTS.md 2.8). */
export type RealtimeEvent =
  | { type: 'message'; conversationId: string; message: WireMessage; conversation?: WireConversation }
  | { type: 'activity'; conversationId: string; activity: Activity }
  | { type: 'conversation'; name: string; conversationId: string; conversation?: WireConversation }
  | { type: 'participant'; name: string; conversationId: string; appUserId?: string }
  | { type: 'upload'; conversationId: string; messageId?: string; code?: string };

/** Typing, reading and routing (SPEC.md section 4 'Messages'). Times are float seconds. */
export type Activity = {
  type: string;
  role: Role;
  appUserId?: string;
  name?: string;
  avatarUrl?: string;
  lastRead?: number;
  queuePosition?: number;
  responseTime?: number;
  isInitialRouting?: boolean;
};

const decodeActivity = (value: unknown): Activity | undefined => {
  const a = obj(value);
  const type = str(a.type);
  if (!type) return undefined;
  const data = obj(a.data);
  return {
    type,
    role: decodeRole(a.role),
    appUserId: str(a.appUserId),
    name: str(data.name),
    avatarUrl: str(data.avatarUrl),
    lastRead: num(data.lastRead),
    queuePosition: num(data.queuePosition),
    responseTime: num(data.responseTime),
    isInitialRouting: data.isInitialRouting === true,
  };
};

/** Gives `undefined` for an event of an unknown type or without its parts, which is then left out. */
export const decodeRealtimeEvent = (value: unknown): RealtimeEvent | undefined => {
  const e = obj(value);
  const name = str(e.type) ?? '';
  const conversation = decodeConversation(e.conversation);
  const conversationId = conversation?._id ?? str(e.conversationId);
  if (!conversationId) return undefined;
  const [family] = name.split(':');
  if (family === 'message') {
    const message = decodeMessage(e.message);
    return message && { type: 'message', conversationId, message, conversation };
  }
  if (family === 'activity') {
    const activity = decodeActivity(e.activity);
    return activity && { type: 'activity', conversationId, activity };
  }
  if (family === 'conversation') return { type: 'conversation', name, conversationId, conversation };
  if (family === 'participant') {
    return { type: 'participant', name, conversationId, appUserId: str(obj(e.participant).appUserId) };
  }
  if (family === 'upload') {
    const messageId = str(obj(e.data).messageId) ?? str(obj(e.message)._id);
    return { type: 'upload', conversationId, messageId, code: str(obj(e.err).code) };
  }
  return undefined;
};
