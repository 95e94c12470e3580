import { decodeConversation, queuePlace, type WireConversation, waitSeconds } from './conversation';
import { clamp, type Json, obj, seconds, str } from './decode';
import { decodeMessage, decodeRole, type Role, type WireMessage } from './message';
import { shownLabel } from './shown';

/** The realtime channel that carries a visitor's events. */
export const userChannel = (appId: string, appUserId: string): string =>
  `/sdk/apps/${appId}/appusers/${appUserId}`;

/** The Bayeux `ext` of a subscription: the ids and one of the three credentials. */
export type SubscribeExt = {
  appId: string;
  appUserId: string;
  jwt?: string;
  sessionToken?: string;
  websocketToken?: string;
};

/**
 * What a restarting service sends on every connection, as the `advice` of a Bayeux `/meta/connect` answer.
 * `interval` is the number of milliseconds to wait before reconnecting.
 */
export type RestartAdvice = { reconnect: 'handshake'; interval: number; restart: true };

const SOONEST_MS = 1000;
const LATEST_MS = 2000;

/**
 * How long to wait for a restarting service, in milliseconds; `undefined` when the advice announces no
 * restart.
 */
export const decodeRestart = (advice: unknown): number | undefined =>
  obj(advice).restart === true
    ? (clamp(obj(advice).interval, SOONEST_MS, LATEST_MS) ?? SOONEST_MS)
    : undefined;

/**
 * One entry of a realtime message's `{events: [...]}`. `name` is the full event type, such as
 * `participant:removed`, or `message:changed` for a message that its author has edited or deleted.
 */
export type RealtimeEvent = { conversationId: string; conversation?: WireConversation } & (
  | { type: 'message'; name?: string; message: WireMessage }
  | { type: 'activity'; activity: Activity }
  /**
   * Rare events keep the received data in `raw`; their handler decodes it. A link belongs to the visitor and
   * perhaps to no conversation; `conversationId` is then empty.
   */
  | { type: 'conversation'; name: string; raw: Json }
  | { type: 'participant'; name: string; raw: Json }
  | { type: 'upload'; name: string; raw: Json }
  | { type: 'link'; name: string; raw: Json }
);

/** A change of a link to another channel. `name` is `link`, `link:matched`, `link:cancelled` or `link:failed`. */
export type LinkEvent = Extract<RealtimeEvent, { type: 'link' }>;

/** A typing, reading, delivery or routing activity. Times are float seconds. */
export type Activity = {
  type: string;
  role: Role;
  appUserId?: string;
  name?: string;
  avatarUrl?: string;
  lastRead?: number;
  /** The message that was delivered. */
  messageId?: string;
  queuePosition?: number;
  responseTime?: number;
  isInitialRouting?: boolean;
};

const FAMILY = /^(message|activity|conversation|participant|upload|link)\b/;

/** The fields with these names (separated by spaces), each decoded with `read`. */
const pick = <T>(read: (field: unknown) => T | undefined, value: unknown, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, read(obj(value)[name])]));

const decodeActivity = (value: unknown): Partial<Activity> => {
  const { role, data } = obj(value);
  return {
    role: decodeRole(role),
    ...pick(str, value, 'type appUserId'),
    ...pick(str, data, 'avatarUrl messageId'),
    ...pick(shownLabel, data, 'name'),
    ...pick(seconds, data, 'lastRead'),
    ...pick(queuePlace, data, 'queuePosition'),
    ...pick(waitSeconds, data, 'responseTime'),
    isInitialRouting: obj(data).isInitialRouting === true,
  };
};

/**
 * Decodes one realtime event; `undefined` when its type is unknown or a required part is missing. Every part
 * is decoded for every event; callers use the parts that belong to its type.
 */
export const decodeRealtimeEvent = (value: unknown): RealtimeEvent | undefined => {
  const e = obj(value);
  const name = str(e.type) ?? '';
  const type = FAMILY.exec(name)?.[1];
  const conversation = decodeConversation(e.conversation);
  const conversationId = conversation?._id ?? str(e.conversationId) ?? '';
  const message = decodeMessage(e.message);
  const activity = decodeActivity(e.activity);
  const whole = type === 'message' ? message : type === 'activity' ? activity.type : type;
  if (!whole || !(conversationId || type === 'link')) return undefined;
  return {
    type,
    name,
    conversationId,
    conversation,
    message,
    activity,
    raw: e,
  } as RealtimeEvent;
};
