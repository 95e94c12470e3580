import { decodeConversation, queuePlace, type WireConversation, waitSeconds } from './conversation';
import { clamp, num, obj, seconds, str } from './decode';
import { decodeMessage, decodeRole, type Role, type WireMessage } from './message';
import { shownLabel } from './shown';

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

/**
 * A service that goes down to start again says so on every connection: as the `advice` of a Bayeux `/meta/connect` answer,
 * with how many milliseconds later it may be tried.
 */
export type RestartAdvice = { reconnect: 'handshake'; interval: number; restart: true };

const SOONEST_MS = 1000;
const LATEST_MS = 2000;

/** How long to wait for a service that goes down to start again, in ms; `undefined` where it has not said that. */
export const decodeRestart = (advice: unknown): number | undefined =>
  obj(advice).restart === true
    ? (clamp(obj(advice).interval, SOONEST_MS, LATEST_MS) ?? SOONEST_MS)
    : undefined;

/** A visitor's place on another channel (FACTS.md 2.3). */
export type LinkClient = {
  id?: string;
  platform?: string;
  integrationId?: string;
  displayName?: string;
  /** active, blocked, inactive or pending. */
  status?: string;
};

/** Why something failed, in the service's words; `status` is the HTTP one. */
type Failure = { code?: string; description?: string; status?: number };

/** One entry of a realtime message's data, `{events: [...]}` (FACTS.md 2.8). `name` is its type in full. */
export type RealtimeEvent = { conversationId: string; conversation?: WireConversation } & (
  | { type: 'message'; message: WireMessage }
  | { type: 'activity'; activity: Activity }
  | { type: 'conversation'; name: string }
  | { type: 'participant'; name: string; appUserId?: string }
  | ({ type: 'upload'; messageId?: string } & Failure)
  /** A link is the visitor's own: it may be of no conversation, whose id is then empty. */
  | ({ type: 'link'; name: string; client: LinkClient; integrationId?: string } & Failure)
);

/** Typing, reading and routing (SPEC.md section 4 'Messages'). Times are float seconds. */
export type Activity = {
  type: string;
  role: Role;
  appUserId?: string;
  name?: string;
  avatarUrl?: string;
  lastRead?: number;
  /** Which message was delivered. */
  messageId?: string;
  queuePosition?: number;
  responseTime?: number;
  isInitialRouting?: boolean;
};

const FAMILY = /^(message|activity|conversation|participant|upload|link)\b/;

/** The fields of these names, each as `read` takes it. */
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
 * Gives `undefined` for an event of an unknown type or without its parts, which is then left out. Every part is looked
 * for in every event; its type says which of them are meant.
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
    messageId: str(obj(e.data).messageId) ?? message?._id,
    ...pick(str, e.err, 'code description'),
    ...pick(num, e.err, 'status'),
    ...pick(str, e.participant, 'appUserId'),
    ...pick(str, e, 'integrationId'),
    client: pick(str, e.client, 'id platform integrationId displayName status'),
  } as RealtimeEvent;
};
