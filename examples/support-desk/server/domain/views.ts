import { TICKET_FIELD } from '@porch/messenger/wire/fieldRules';
import type { AgentChannel, AgentConversation, AgentHappening, AgentMessage } from '../../shared/agentApi';
import type {
  Conversation,
  ConversationRow,
  Happening,
  InboxHit,
  InboxRow,
  Json,
  Message,
  User,
} from '../model/entities';
import { controllerOf } from '../model/integrationEntities';
import { madeUpName } from '../model/visitorNames';
import { waitsSince } from './conversations/waiting';
import type { Settings } from './settings/settings';
import { isLinked } from './visitors/clients';
import { messageForVisitors } from './visitors/visitorFaces';

/** Converts milliseconds to the float seconds used on the wire, exact to three decimals. */
export const seconds = (ms: number): number => ms / 1000;

const secondsOr = (ms: number | null): number | undefined => (ms === null ? undefined : seconds(ms));

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A message as agents and programs see it. */
export const messageView = (message: Message): AgentMessage => ({
  ...message.body,
  _id: message.id,
  type: message.type,
  role: message.role,
  received: seconds(message.received),
  ...(message.referenceId === null ? {} : { referenceId: message.referenceId }),
});

/** A message as visitors see it, by the settings of now. What agents note about its email is not for them. */
export const visitorMessageView = (settings: Settings, message: Message): AgentMessage => {
  const { email: _, ...shown } = messageView(message);
  return messageForVisitors(settings, shown as AgentMessage);
};

/**
 * A conversation as its visitor sees it, without messages. The visitor's participant comes first.
 * @param logId the store's; a change tells clients that the message log began anew
 */
export const conversationView = (c: Conversation, logId: string): Json => ({
  _id: c.id,
  logId,
  type: 'personal',
  displayName: c.displayName ?? undefined,
  description: c.description ?? undefined,
  iconUrl: c.iconUrl ?? undefined,
  isDefault: c.isDefault,
  status: c.status,
  routingStatus: c.routingStatus ?? undefined,
  metadata: c.metadata,
  createdAt: seconds(c.createdAt),
  lastUpdatedAt: seconds(c.lastUpdatedAt),
  businessLastRead: secondsOr(c.businessLastRead),
  participants: [
    {
      _id: c.participantId,
      appUserId: c.userId,
      unreadCount: c.visitorUnread,
      lastRead: secondsOr(c.visitorLastRead),
    },
  ],
});

/** A conversation for the holder of an email's link, without what the page has noted for agents. */
export const linkedConversationView = (c: Conversation, logId: string): Json => {
  const { metadata: _, ...rest } = conversationView(c, logId);
  return rest;
};

/**
 * A visitor's conversation in a list, with its newest message for the preview.
 * @param view what of the conversation is shown
 */
export const conversationRowView = (
  settings: Settings,
  { conversation, lastMessage }: ConversationRow,
  logId: string,
  view = conversationView,
): Json => ({
  ...view(conversation, logId),
  messages: lastMessage ? [visitorMessageView(settings, lastMessage)] : [],
});

/**
 * A conversation in a live event, where `businessLastRead` is called `appMakerLastRead`. The holder of an email's
 * link hears it too, so it is shown as they see it.
 */
export const conversationEventView = (c: Conversation, logId: string): Json => {
  const { businessLastRead, ...rest } = linkedConversationView(c, logId);
  return { ...rest, appMakerLastRead: businessLastRead };
};

/** The visitor as they see themselves. */
export const userView = (user: User): Json => ({
  _id: user.id,
  userId: user.externalId ?? undefined,
  givenName: user.profile.name,
  email: user.profile.email,
  signedUpAt: new Date(user.createdAt).toISOString(),
  conversationStarted: user.conversationStarted,
  properties: Object.keys(user.properties).length > 0 ? user.properties : undefined,
  // Leave out the page and browser details, to keep the visitor's answer small.
  clients: user.clients.map(({ info: _, ...client }) => client),
  pendingClients: user.pendingClients,
});

/** The visitor for the holder of an email's link: who they are is not the link's to tell. */
export const linkedUserView = (user: User): Json => ({ _id: user.id });

/** A happening as agents see it. */
export const happeningView = (happening: Happening): AgentHappening => ({
  ...happening.body,
  _id: happening.id,
  createdAt: seconds(happening.createdAt),
});

const channelView = ({ id, platform, displayName }: Json): AgentChannel => ({
  id: String(id),
  type: String(platform),
  displayName: text(displayName),
});

/** A visitor's name for agents, and where it comes from. */
export type VisitorName = Pick<AgentConversation, 'displayName' | 'nameFrom'>;

/**
 * A name proven by a login wins over the name that the visitor's browser has set, which anyone can choose. A
 * visitor without a name gets a made-up one.
 */
export const nameOfVisitor = (user: User, called: string | null = null): VisitorName => {
  if (user.profile.name) return { displayName: user.profile.name, nameFrom: 'login' };
  const said = called ?? text(user.properties.name);
  return said
    ? { displayName: said, nameFrom: 'page' }
    : { displayName: madeUpName(user.id), nameFrom: 'desk' };
};

/** What the page has set by `updateUser`, `userMetadata` and `conversationMetadata`; agents see fields elsewhere. */
const propertiesOf = (user: User, metadata: Json): AgentConversation['visitor']['properties'] =>
  Object.entries({ ...user.properties, ...metadata }).flatMap(([name, value]) =>
    /^zen:ticket/.test(name) || value === null || value === undefined || value === ''
      ? []
      : [{ name, value }],
  );

/** A row of the agents' inbox. */
export const inboxView = ({ conversation: c, lastMessage, user }: InboxRow): AgentConversation => {
  const info = (user.clients[0]?.info ?? {}) as Json;
  return {
    _id: c.id,
    ...nameOfVisitor(user, c.displayName),
    status: c.status,
    tags: c.tags,
    fields: Object.entries(c.metadata).flatMap(([name, value]) =>
      name.startsWith(TICKET_FIELD) ? [{ id: name.slice(TICKET_FIELD.length), value }] : [],
    ),
    routingStatus: c.routingStatus ?? undefined,
    assignee: c.assignee ?? undefined,
    assigneeId: c.assigneeId ?? undefined,
    isHandledByBot: controllerOf(c) === undefined ? undefined : true,
    mentioned: c.mentioned,
    waitingSince: c.status === 'active' ? secondsOr(waitsSince(c)) : undefined,
    queuedAt: secondsOr(c.queuedAt),
    createdAt: seconds(c.createdAt),
    lastUpdatedAt: seconds(c.lastUpdatedAt),
    unreadCount: c.businessUnread,
    businessLastRead: secondsOr(c.businessLastRead),
    visitorLastRead: secondsOr(c.visitorLastRead),
    visitorDelivered: secondsOr(c.visitorDelivered),
    lastMessage: lastMessage && messageView(lastMessage),
    rating: c.rating ? { ...c.rating, at: seconds(c.ratedAt ?? 0) } : undefined,
    visitor: {
      appUserId: user.id,
      ...(user.blockedAt !== null && { blocked: true }),
      externalId: user.externalId ?? undefined,
      email: user.profile.email,
      emailVerified: user.profile.email === undefined ? undefined : user.profile.emailVerified !== false,
      channels: user.clients.filter(isLinked).map(channelView),
      locale: user.locale ?? undefined,
      userAgent: text(info.userAgent),
      currentUrl: text(info.currentUrl),
      currentTitle: text(info.currentTitle),
      referrer: text(info.referrer),
      properties: propertiesOf(user, c.metadata),
    },
  };
};

const withoutMetadata = ({ metadata: _, ...message }: AgentMessage): AgentMessage => message as AgentMessage;

/**
 * A row of the list or of search results, with the message that was found. What pages and programs have set is not in it:
 * it may be long, and 200 rows have it.
 */
export const inboxHitView = ({ match, ...row }: InboxHit): AgentConversation => {
  const { lastMessage, visitor, ...rest } = inboxView(row);
  return {
    ...rest,
    lastMessage: lastMessage && withoutMetadata(lastMessage),
    visitor: { ...visitor, properties: undefined },
    ...(match ? { match: withoutMetadata(messageView(match)) } : {}),
  };
};
