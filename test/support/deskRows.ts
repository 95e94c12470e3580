import { randomUUID } from 'node:crypto';
import type { Conversation, User } from '../../examples/support-desk/server/model/entities';
import type {
  Delivery,
  Integration,
  Webhook,
} from '../../examples/support-desk/server/model/integrationEntities';
import type { Store } from '../../examples/support-desk/server/store/store';

let made = 0;
// Two test runs may share one database, so ids contain a random part.
const run = randomUUID();
/** An id that no other row has. Ids made later sort later. */
export const newId = (): string => `${run}-${(made++).toString().padStart(8, '0')}`;

/** What a conversation has of its messages where it has none. */
export const NO_MESSAGES = {
  lastReceived: 0,
  lastMessageId: null,
  messageCount: 0,
  visitorUnread: 0,
  visitorLastRead: null,
  businessUnread: 0,
  businessLastRead: null,
  visitorDelivered: null,
  firstAskedAt: null,
  firstAnsweredAt: null,
} satisfies Partial<Conversation>;

/** A visitor as the desk stores them. */
export const aUser = (fields: Partial<User> = {}): User => ({
  id: newId(),
  referenceId: null,
  externalId: null,
  profile: {},
  locale: null,
  conversationStarted: true,
  properties: {},
  clients: [],
  pendingClients: [],
  createdAt: 1,
  blockedAt: null,
  corrections: {},
  mergedInto: null,
  ...fields,
});

/** A conversation as the desk stores it. */
export const aConversation = (userId: string, fields: Partial<Conversation> = {}): Conversation => ({
  id: newId(),
  userId,
  participantId: newId(),
  referenceId: null,
  displayName: null,
  description: null,
  iconUrl: null,
  isDefault: true,
  status: 'active',
  metadata: { tags: ['a', 'b'] },
  tags: ['c'],
  createdAt: 1,
  lastUpdatedAt: 1,
  ...NO_MESSAGES,
  routingStatus: null,
  queuedAt: null,
  assignee: null,
  assigneeId: null,
  assignedBefore: false,
  campaignId: null,
  closedAt: null,
  rating: null,
  ratedAt: null,
  waitingSince: null,
  mentioned: [],
  mentions: [],
  snoozedAt: null,
  snoozedUntil: null,
  missedCallAt: null,
  ...fields,
});

/** Puts rows into a store. @param aUser makes the users of the suite */
export const createInserts = (store: () => Store, aUser: (fields?: Partial<User>) => User) => ({
  addUser: async (fields?: Partial<User>): Promise<User> => {
    const user = aUser(fields);
    await store().transaction((tx) => tx.insertUser(user));
    return user;
  },
  addConversation: async (userId: string, fields?: Partial<Conversation>): Promise<Conversation> => {
    const conversation = aConversation(userId, fields);
    await store().transaction((tx) => tx.insertConversation(conversation));
    return conversation;
  },
});

/** A program. */
export const anIntegration = (fields: Partial<Integration> = {}): Integration => ({
  id: newId(),
  name: newId(),
  displayName: 'Bot',
  answersFirst: false,
  hearsAll: true,
  createdAt: 1,
  ...fields,
});

/** An address that a program hears at. */
export const aWebhook = (integrationId: string, fields: Partial<Webhook> = {}): Webhook => ({
  id: newId(),
  integrationId,
  target: 'https://bot.example/hook',
  triggers: ['conversation:message', 'conversation:read'],
  secret: 'whsec_c2VjcmV0',
  includeFullUser: true,
  includeFullSource: false,
  createdAt: 1,
  ...fields,
});

/** An event that waits for its webhook. */
export const aDelivery = (
  webhookId: string,
  conversationId: string,
  fields: Partial<Delivery> = {},
): Delivery => ({
  id: newId(),
  webhookId,
  conversationId,
  type: 'conversation:message',
  event: { id: 'e', payload: { message: { text: 'ä' } } },
  createdAt: 1,
  state: 'waiting',
  tries: 0,
  dueAt: 10,
  tryUntil: 100,
  claimedUntil: 0,
  answer: null,
  endedAt: null,
  ...fields,
});
