import type { Conversation, Json } from './entities';

/** A program that takes part in conversations: a bot, or a bridge to another inbox. Times are in ms. */
export type Integration = {
  id: string;
  /** Its unique name in calls of the switchboard. */
  name: string;
  /** The name for agents and visitors. */
  displayName: string;
  /** Whether it gets conversations before people do; at most one does. */
  answersFirst: boolean;
  /** Whether it receives events of conversations that somebody else handles. */
  hearsAll: boolean;
  createdAt: number;
};

/** The events that a webhook can receive. */
export const TRIGGERS = [
  'conversation:create',
  'conversation:message',
  'conversation:message:changed',
  'conversation:read',
  'conversation:typing',
  'conversation:postback',
  'switchboard:passControl',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Where an integration receives events. */
export type Webhook = {
  id: string;
  integrationId: string;
  target: string;
  triggers: Trigger[];
  /** Signs deliveries, and is sent with them. It is stored in plain text, because signing needs it. */
  secret: string;
  includeFullUser: boolean;
  includeFullSource: boolean;
  createdAt: number;
};

export type DeliveryState = 'waiting' | 'sent' | 'failed';

/** An event on its way to a webhook. */
export type Delivery = {
  /** The same for each attempt. */
  id: string;
  webhookId: string;
  conversationId: string;
  type: Trigger;
  /** The sent content, but without the addresses of uploads. */
  event: Json;
  createdAt: number;
  state: DeliveryState;
  tries: number;
  /** The time of the next attempt, and of the last. After that the delivery fails. */
  dueAt: number;
  tryUntil: number;
  /** Until then, only one process tries it. */
  claimedUntil: number;
  /** The status or the failure of the last attempt. */
  answer: string | null;
  /** When it was sent or failed. */
  endedAt: number | null;
};

/** `place` grows with each row. */
export type PlacedDelivery = Delivery & { place: number };

const PREFIX = 'bot_';

/** @param id a unique id */
export const integrationId = (id: string): string => PREFIX + id;

/** The handler of a conversation: an integration's id, or `undefined` for people. */
export const controllerOf = ({ assigneeId }: Pick<Conversation, 'assigneeId'>): string | undefined =>
  assigneeId?.startsWith(PREFIX) ? assigneeId : undefined;

/** The fields of a conversation that an integration handles. */
export const handledBy = ({ id, displayName }: Pick<Integration, 'id' | 'displayName'>) =>
  ({ routingStatus: 'assigned', queuedAt: null, assignee: displayName, assigneeId: id }) as const;
