import { PEOPLE } from '../../domain/integrations/integrations';
import type { Conversation, Json, User } from '../../model/entities';
import { controllerOf, type Integration } from '../../model/integrationEntities';
import { isoOr } from './times';

const CUSTOM = 'custom';

export const switchboardView = ({ id, name }: Pick<Integration, 'id' | 'name'>): Json => ({
  id,
  name,
  integrationId: id,
  integrationType: CUSTOM,
});

export const PEOPLE_VIEW: Json = {
  id: PEOPLE.id,
  name: PEOPLE.name,
  integrationId: PEOPLE.id,
  integrationType: PEOPLE.type,
};

const activeOf = (conversation: Conversation, integrations: readonly Integration[]): Json => {
  const controller = controllerOf(conversation);
  const active = integrations.find(({ id }) => id === controller);
  return active ? switchboardView(active) : PEOPLE_VIEW;
};

/** A conversation in an event. */
export const conversationRef = (conversation: Conversation, integrations: readonly Integration[]): Json => ({
  id: conversation.id,
  type: 'personal',
  metadata: conversation.metadata,
  activeSwitchboardIntegration: activeOf(conversation, integrations),
});

/** @param integrations those of the switchboard */
export const conversationView = (c: Conversation, integrations: readonly Integration[]): Json => ({
  ...conversationRef(c, integrations),
  isDefault: c.isDefault,
  displayName: c.displayName ?? undefined,
  description: c.description ?? undefined,
  iconUrl: c.iconUrl ?? undefined,
  businessLastRead: isoOr(c.businessLastRead),
  lastUpdatedAt: isoOr(c.lastUpdatedAt),
  createdAt: isoOr(c.createdAt),
});

/** The visitor as a participant of a conversation. */
export const participantView = (c: Conversation, user: User): Json => ({
  id: c.participantId,
  userId: user.id,
  userExternalId: user.externalId ?? undefined,
  unreadCount: c.visitorUnread,
  lastRead: isoOr(c.visitorLastRead),
  clientAssociations: user.clients.flatMap(({ id, platform }) =>
    typeof id === 'string' ? [{ type: platform, clientId: id }] : [],
  ),
});
