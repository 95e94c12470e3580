import { DeskError, mergedByLogin } from '../../model/deskError';
import type { CreationReason } from '../../model/deskEvents';
import type { Conversation, Json, User } from '../../model/entities';
import { handledBy } from '../../model/integrationEntities';
import type { Deps, DeskTransaction } from '../deps';
import { inboxView } from '../inboxViews';
import { beginCampaign } from '../insights/campaigns';
import { multiConversation } from '../settings/settings';
import { conversationEventView } from '../views';
import { toOwnTabs } from '../visitors/identity';
import { mergeWithin } from '../visitors/merge';
import { newChange, routedTo, storeChange } from './changes';
import { newReferral } from './happenings';
import { checkTicketMetadata, firstTags, tagsAfter, tagsBy } from './ticketMetadata';

/** How many of the newest conversations to search for an active one. */
const KNOWN = 10;

export type NewConversation = {
  referenceId?: string;
  displayName?: string;
  description?: string;
  iconUrl?: string;
  metadata?: Json;
  /** The campaign that brought the visitor here, as signed by the publisher. */
  signedCampaignData?: string;
  /** The team creates it, whatever the settings allow visitors. */
  byTeam?: boolean;
};

const reasonOf = ({ byTeam, signedCampaignData }: NewConversation): CreationReason => {
  if (byTeam) return 'none';
  return signedCampaignData === undefined ? 'startConversation' : 'proactiveMessaging';
};

/**
 * Creates a conversation in a transaction, or returns the one with the same `referenceId`. If the settings allow no
 * second conversation, returns an existing one, an active one if possible.
 */
export const createConversationIn = async (
  deps: Deps,
  tx: DeskTransaction,
  user: User,
  input: NewConversation,
): Promise<{ conversation: Conversation; created: boolean }> => {
  checkTicketMetadata(deps.settings(), input.metadata);
  if (input.referenceId !== undefined) {
    const known = await tx.conversationByReference(user.id, input.referenceId);
    if (known) return { conversation: known, created: false };
  }
  if (!input.byTeam && !multiConversation(deps.settings()).canUserCreateMoreConversations) {
    const rows = await tx.conversationsOfUser(user.id, { offset: 0, limit: KNOWN });
    const known = rows.find((row) => row.conversation.status === 'active') ?? rows[0];
    if (known) return { conversation: known.conversation, created: false };
  }
  const now = deps.now();
  const first = await tx.firstIntegration();
  const conversation: Conversation = {
    id: deps.newId(),
    userId: user.id,
    participantId: deps.newId(),
    referenceId: input.referenceId ?? null,
    displayName: input.displayName ?? null,
    description: input.description ?? null,
    iconUrl: input.iconUrl ?? null,
    isDefault: !user.conversationStarted,
    status: 'active',
    metadata: input.metadata ?? {},
    tags: firstTags(input.metadata),
    createdAt: now,
    lastUpdatedAt: now,
    lastReceived: 0,
    lastMessageId: null,
    messageCount: 0,
    visitorUnread: 0,
    visitorLastRead: null,
    businessUnread: 0,
    businessLastRead: null,
    visitorDelivered: null,
    routingStatus: null,
    queuedAt: null,
    assignee: null,
    assigneeId: null,
    assignedBefore: false,
    firstAskedAt: null,
    firstAnsweredAt: null,
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
    ...(first && handledBy(first)),
  };
  if (!(await tx.insertConversation(conversation))) {
    const known = await tx.conversationByReference(user.id, input.referenceId ?? '');
    if (!known)
      throw new Error(
        'The conversation with this referenceId was deleted during the request. Repeat the request',
      );
    return { conversation: known, created: false };
  }
  if (first) await storeChange(deps, tx, newChange(deps, conversation.id, routedTo(first), now));
  if (input.signedCampaignData !== undefined) {
    await tx.insertHappening(newReferral(deps, conversation.id, input.signedCampaignData));
    const begun = await beginCampaign(deps, tx, conversation, input.signedCampaignData);
    if (begun) Object.assign(conversation, begun.conversation);
  }
  if (!user.conversationStarted) await tx.updateUser(user.id, { conversationStarted: true });
  tx.tellIntegrations({ type: 'conversation:create', conversation, user, reason: reasonOf(input) });
  return { conversation, created: true };
};

/** Creates a conversation and notifies the visitor's other tabs. Agents are notified with its first message. */
export const createConversation = async (
  deps: Deps,
  userId: string,
  input: NewConversation,
): Promise<{ conversation: Conversation; created: boolean }> => {
  return deps.store.transaction(async (tx) => {
    const user = await tx.lockUser(userId);
    // A login may have merged this visitor into another user since the credentials were checked.
    if (!user) throw mergedByLogin();
    const result = await createConversationIn(deps, tx, user, input);
    if (result.created) {
      const conversation = conversationEventView(result.conversation, deps.store.logId);
      toOwnTabs(tx, userId, { type: 'conversation:added', conversation });
    }
    return result;
  });
};

/**
 * The visitor's own conversation.
 * @throws not_found if it does not exist, forbidden if it belongs to someone else
 */
export const visitorConversation = async (
  deps: Deps,
  userId: string,
  conversationId: string,
): Promise<Conversation> => {
  const conversation = await deps.store.conversationById(conversationId);
  if (!conversation) throw new DeskError('not_found', 'There is no such conversation');
  if (conversation.userId !== userId) {
    throw new DeskError('forbidden', 'This conversation belongs to someone else');
  }
  return conversation;
};

/** Changes a conversation, one change after another, and notifies the agents. */
const changeConversation = (
  deps: Deps,
  conversationId: string,
  changeOf: (before: Conversation) => Partial<Omit<Conversation, 'id'>>,
): Promise<Conversation> =>
  deps.inTurn(conversationId, () =>
    deps.store.transaction(async (tx) => {
      const locked = await tx.lockConversation(conversationId);
      if (!locked) throw new DeskError('not_found', 'There is no such conversation');
      const change = changeOf(locked.conversation);
      await tx.updateConversation(conversationId, change);
      const row = await tx.inboxRow(conversationId);
      if (row && row.conversation.messageCount > 0) {
        tx.publisher.toAgents({ type: 'conversation:updated', conversation: inboxView(row) });
      }
      return { ...locked.conversation, ...change };
    }),
  );

/**
 * Changes the name and picture of a conversation, merges its metadata by name, and notifies the agents. The caller must
 * have checked who owns the conversation.
 */
export const updateConversation = async (
  deps: Deps,
  conversationId: string,
  { metadata, ...called }: Pick<NewConversation, 'displayName' | 'description' | 'iconUrl' | 'metadata'>,
): Promise<Conversation> => {
  checkTicketMetadata(deps.settings(), metadata);
  return changeConversation(deps, conversationId, (before) => ({
    ...called,
    metadata: mergeWithin(before.metadata, metadata, 'metadata'),
    tags: tagsAfter(before, metadata),
  }));
};

/** An agent adds or removes a tag. */
export const tagConversation = (
  deps: Deps,
  conversationId: string,
  change: { add?: string; remove?: string },
): Promise<Conversation> =>
  changeConversation(deps, conversationId, ({ tags }) => ({ tags: tagsBy(tags, change) }));
