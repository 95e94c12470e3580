import type { Conversation, Json } from './entities';

/** A program that takes part in conversations: a bot, or a bridge to another inbox. Times are in ms. */
export type Integration = {
  id: string;
  /** What calls of the switchboard name it by; no other has the same. */
  name: string;
  /** What agents and visitors read. */
  displayName: string;
  /** Whether it gets conversations before people do; at most one does. */
  answersFirst: boolean;
  /** Whether it is told of conversations that somebody else handles. */
  hearsAll: boolean;
  createdAt: number;
};

/** What a webhook can be told of. */
export const TRIGGERS = [
  'conversation:create',
  'conversation:message',
  'conversation:read',
  'conversation:typing',
  'conversation:postback',
  'switchboard:passControl',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Where an integration is told of what happens. */
export type Webhook = {
  id: string;
  integrationId: string;
  target: string;
  triggers: Trigger[];
  /** Signs deliveries, and is sent with them. It is stored as it is, because signing needs it. */
  secret: string;
  includeFullUser: boolean;
  includeFullSource: boolean;
  createdAt: number;
};

export type DeliveryState = 'waiting' | 'sent' | 'failed';

/** An event on its way to a webhook. */
export type Delivery = {
  /** The same with each attempt. */
  id: string;
  webhookId: string;
  conversationId: string;
  type: Trigger;
  /** As it is sent, but without the addresses of uploads. */
  event: Json;
  createdAt: number;
  state: DeliveryState;
  tries: number;
  /** When it is tried next, and until when it is. After that it fails. */
  dueAt: number;
  tryUntil: number;
  /** Until then one process tries it alone. */
  claimedUntil: number;
  /** The status or the failure of the last attempt. */
  answer: string | null;
  /** When it was sent or failed. */
  endedAt: number | null;
};

/** `place` grows with each row. */
export type PlacedDelivery = Delivery & { place: number };

const PREFIX = 'bot_';

/** @param id an id that never repeats */
export const integrationId = (id: string): string => PREFIX + id;

/** Who handles a conversation: an integration's id, or `undefined` for people. */
export const controllerOf = ({ assigneeId }: Pick<Conversation, 'assigneeId'>): string | undefined =>
  assigneeId?.startsWith(PREFIX) ? assigneeId : undefined;

/** The fields of a conversation that an integration handles. */
export const handledBy = ({ id, displayName }: Pick<Integration, 'id' | 'displayName'>) =>
  ({ routingStatus: 'assigned', queuedAt: null, assignee: displayName, assigneeId: id }) as const;
