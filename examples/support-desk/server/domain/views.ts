import type { AgentHappening } from '../../shared/answers/conversations';
import type { AgentMessage } from '../../shared/answers/messages';
import type { Conversation, ConversationRow, Happening, Json, Message, User } from '../model/entities';
import type { Settings } from './settings/settings';
import { correctedOf, statedOf } from './visitors/corrections';
import { messageForVisitors } from './visitors/visitorFaces';

/** Converts milliseconds to the float seconds used on the wire, exact to three decimals. */
export const seconds = (ms: number): number => ms / 1000;

export const secondsOr = (ms: number | null): number | undefined => (ms === null ? undefined : seconds(ms));

export const text = (value: unknown): string | undefined =>
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

/** A message as visitors see it with the current settings. */
export const visitorMessageView = (settings: Settings, message: Message): AgentMessage =>
  messageForVisitors(settings, messageView(message));

/**
 * A conversation as its visitor sees it, without messages. The visitor's participant comes first.
 * @param logId the store's; a change tells clients that the message log has started over
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

/** A conversation for the holder of an email's link, without the page's notes for agents. */
export const linkedConversationView = (c: Conversation, logId: string): Json => {
  const { metadata: _, ...rest } = conversationView(c, logId);
  return rest;
};

/**
 * A visitor's conversation in a list, with its newest message for the preview.
 * @param view builds the view of the conversation
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
 * A conversation in a live event, where `businessLastRead` is called `appMakerLastRead`. The holder of an email's link
 * gets the event too, so it shows their view.
 */
export const conversationEventView = (c: Conversation, logId: string): Json => {
  const { businessLastRead, ...rest } = linkedConversationView(c, logId);
  return { ...rest, appMakerLastRead: businessLastRead };
};

/** The visitor, as they see themselves. */
export const userView = (user: User): Json => ({
  _id: user.id,
  userId: user.externalId ?? undefined,
  givenName: user.profile.name,
  // What an agent typed is not theirs to read.
  email: correctedOf(user, 'email') === undefined ? user.profile.email : statedOf(user, 'email'),
  signedUpAt: new Date(user.createdAt).toISOString(),
  conversationStarted: user.conversationStarted,
  properties: Object.keys(user.properties).length > 0 ? user.properties : undefined,
  // Leave out the page and browser details, to keep the visitor's answer small.
  clients: user.clients.map(({ info: _, ...client }) => client),
  pendingClients: user.pendingClients,
});

/** The visitor for the holder of an email's link, which must not reveal who they are. */
export const linkedUserView = (user: User): Json => ({ _id: user.id });

/** An event of a conversation, as agents see it. */
export const happeningView = (happening: Happening): AgentHappening => ({
  ...happening.body,
  _id: happening.id,
  createdAt: seconds(happening.createdAt),
});
