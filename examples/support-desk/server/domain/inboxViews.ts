import { TICKET_FIELD } from '@porch/messenger/wire/fieldRules';
import type { AgentChannel, AgentConversation, AgentCorrection } from '../../shared/answers/conversations';
import type { AgentMessage } from '../../shared/answers/messages';
import { CORRECTED } from '../../shared/lists';
import type { InboxHit, InboxRow, Json, User } from '../model/entities';
import { controllerOf } from '../model/integrationEntities';
import { madeUpName } from '../model/visitorNames';
import { missedCallOf, waitsSince } from './conversations/waiting';
import { messageView, seconds, secondsOr, text } from './views';
import { isLinked } from './visitors/clients';
import { correctedOf, counts, type Known, statedBy, statedOf } from './visitors/corrections';

const channelView = ({ id, platform, displayName }: Json): AgentChannel => ({
  id: String(id),
  type: String(platform),
  displayName: text(displayName),
});

/** A visitor's name for agents, and its source. */
type VisitorName = Pick<AgentConversation, 'displayName' | 'nameFrom'>;

/**
 * A name proven by a login wins over the name set by the visitor's browser, which anyone can choose. A visitor without
 * a name gets a generated one. `correctedOf` has when a name that an agent typed wins over both.
 */
export const nameOfVisitor = (user: User, called: string | null = null): VisitorName => {
  const corrected = correctedOf(user, 'name');
  if (corrected !== undefined && corrected !== user.profile.name)
    return { displayName: corrected, nameFrom: 'agent' };
  if (user.profile.name) return { displayName: user.profile.name, nameFrom: 'login' };
  const said = called ?? text(user.properties.name);
  return said
    ? { displayName: said, nameFrom: 'page' }
    : { displayName: madeUpName(user.id), nameFrom: 'desk' };
};

/** The name in a row: that of the visitor whom agents see; if it is generated, what is known of the merged one. */
const nameInRow = ({ conversation, user, person }: Omit<InboxRow, 'lastMessage'>): VisitorName => {
  const own = nameOfVisitor(user, conversation.displayName);
  const shown = person && nameOfVisitor(person);
  return shown === undefined || (shown.nameFrom === 'desk' && own.nameFrom !== 'desk') ? own : shown;
};

/** What the page set by `updateUser`, `userMetadata` and `conversationMetadata`; agents see fields elsewhere. */
const propertiesOf = (user: User, metadata: Json): AgentConversation['visitor']['properties'] =>
  Object.entries({ ...user.properties, ...metadata }).flatMap(([name, value]) =>
    /^zen:ticket/.test(name) || value === null || value === undefined || value === ''
      ? []
      : [{ name, value }],
  );

/** The corrections of a visitor, with what they replace. */
const correctionsView = (user: Known): AgentCorrection[] =>
  CORRECTED.flatMap((field) => {
    const correction = user.corrections[field];
    if (!correction) return [];
    const { value, by, at } = correction;
    const stated = { stated: statedOf(user, field), statedBy: statedBy(user, field) };
    return [{ field, value, ...stated, counts: counts(user, field), by, at: seconds(at) }];
  });

/** The visitor of a row. Who was merged is still in a browser of their own, and answers go to their own address. */
const visitorInRow = ({ conversation: c, user, person }: InboxRow): AgentConversation['visitor'] => {
  const own = visitorView(user, c.metadata);
  if (person === undefined) return own;
  const { displayName } = nameOfVisitor(user, c.displayName);
  const merged = { appUserId: user.id, displayName, email: person.profile.email };
  const { externalId } = visitorView(person);
  const corrections = correctionsView(person).filter(({ field }) => field === 'name');
  return { ...own, appUserId: person.id, externalId, corrections, merged };
};

/** @param metadata what the page has set for a conversation */
export const visitorView = (user: User, metadata: Json = {}): AgentConversation['visitor'] => {
  const info = (user.clients[0]?.info ?? {}) as Json;
  return {
    appUserId: user.id,
    ...(user.blockedAt !== null && { blocked: true }),
    externalId: user.externalId ?? undefined,
    email: user.profile.email,
    emailVerified: user.profile.email === undefined ? undefined : user.profile.emailVerified !== false,
    corrections: correctionsView(user),
    channels: user.clients.filter(isLinked).map(channelView),
    locale: user.locale ?? undefined,
    userAgent: text(info.userAgent),
    currentUrl: text(info.currentUrl),
    currentTitle: text(info.currentTitle),
    referrer: text(info.referrer),
    properties: propertiesOf(user, metadata),
  };
};

export const inboxView = ({ conversation: c, lastMessage, user, person }: InboxRow): AgentConversation => ({
  _id: c.id,
  ...nameInRow({ conversation: c, user, person }),
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
  mentions: c.mentions,
  snoozed: c.status === 'active' && c.snoozedAt !== null ? { until: secondsOr(c.snoozedUntil) } : undefined,
  waitingSince: c.status === 'active' ? secondsOr(waitsSince(c)) : undefined,
  missedCallAt: secondsOr(missedCallOf(c)),
  queuedAt: secondsOr(c.queuedAt),
  createdAt: seconds(c.createdAt),
  lastUpdatedAt: seconds(c.lastUpdatedAt),
  unreadCount: c.businessUnread,
  businessLastRead: secondsOr(c.businessLastRead),
  visitorLastRead: secondsOr(c.visitorLastRead),
  visitorDelivered: secondsOr(c.visitorDelivered),
  lastMessage: lastMessage && messageView(lastMessage),
  rating: c.rating ? { ...c.rating, at: seconds(c.ratedAt ?? 0) } : undefined,
  visitor: visitorInRow({ conversation: c, lastMessage, user, person }),
});

const withoutMetadata = ({ metadata: _, ...message }: AgentMessage): AgentMessage => message as AgentMessage;

/**
 * A row of the list or of search results, with the message that was found. It leaves out what pages and programs have
 * set, which may be long, because a page has 200 rows.
 */
export const inboxHitView = ({ match, matchedNote, ...row }: InboxHit): AgentConversation => {
  const { lastMessage, visitor, ...rest } = inboxView(row);
  return {
    ...rest,
    lastMessage: lastMessage && withoutMetadata(lastMessage),
    visitor: { ...visitor, properties: undefined },
    ...(match ? { match: withoutMetadata(messageView(match)) } : {}),
    ...(matchedNote ? { matchedNote: text(matchedNote.body.text) } : {}),
  };
};
