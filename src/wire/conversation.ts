import { clamp, ident, type Json, list, listOf, obj, seconds, str, within } from './decode';
import { decodeMessage, type WireMessage } from './message';
import { shownLabel } from './shown';

/** One side's reading position. `lastRead` is the `received` of the newest message read, in float seconds. */
type Participant = { unreadCount: number; lastRead?: number };

/** An `active` conversation takes messages; an `idle` one waits until the visitor starts it again. */
type ConversationStatus = 'active' | 'idle';

/** A conversation as the messaging service sends it. */
export type WireConversation = {
  _id: string;
  displayName?: string;
  description?: string;
  iconUrl?: string;
  status: ConversationStatus;
  /** Float seconds. */
  lastUpdatedAt?: number;
  createdAt?: number;
  /** How far the business has read, in float seconds. Realtime events call it `appMakerLastRead`. */
  businessLastRead?: number;
  /** The visitor's own participant comes first. */
  participants: Participant[];
  metadata: Json;
  /** The newest messages, ascending; may be absent. */
  messages: WireMessage[];
  routingStatus?: string;
};

/** Answer of `GET /conversations/{id}` and of `POST /appusers/{id}/conversations`. */
export type ConversationAnswer = { conversation?: WireConversation };

/** A queue position that can be displayed; 1 is next in line. */
export const queuePlace = (v: unknown): number | undefined => within(v, 1, 1_000_000);

/** A waiting time that can be displayed, in seconds; at most a year. */
export const waitSeconds = (v: unknown): number | undefined => within(v, 0, 31_536_000);

/** Upper bound for an unread count from outside. */
const MOST_UNREAD = 1_000_000;

const decodeParticipant = (value: unknown): Participant => {
  const p = obj(value);
  return {
    unreadCount: Math.trunc(clamp(p.unreadCount, 0, MOST_UNREAD) ?? 0),
    lastRead: seconds(p.lastRead),
  };
};

export const decodeConversation = (value: unknown): WireConversation | undefined => {
  const c = obj(value);
  const _id = ident(c._id);
  if (!_id) return undefined;
  return {
    _id,
    displayName: shownLabel(c.displayName),
    description: shownLabel(c.description),
    iconUrl: str(c.iconUrl),
    status: c.status === 'idle' ? 'idle' : 'active',
    lastUpdatedAt: seconds(c.lastUpdatedAt),
    createdAt: seconds(c.createdAt),
    businessLastRead: seconds(c.businessLastRead) ?? seconds(c.appMakerLastRead),
    participants: list(c.participants).map(decodeParticipant),
    metadata: obj(c.metadata),
    messages: listOf(c.messages, decodeMessage),
    routingStatus: str(c.routingStatus),
  };
};

export const decodeConversationAnswer = (value: unknown): ConversationAnswer => ({
  // Some services answer the bare conversation instead of wrapping it.
  conversation: decodeConversation(obj(value).conversation ?? value),
});
