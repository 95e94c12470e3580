import { PEOPLE } from '../../domain/integrations/integrations';
import type { Json } from '../../model/entities';
import type { Integration, Webhook } from '../../model/integrationEntities';
import { PEOPLE_VIEW, switchboardView } from './conversations';

/** A desk has one switchboard, which is always on. */
export const SWITCHBOARD_ID = 'switchboard';

export const webhookView = (webhook: Webhook): Json => {
  const { id, target, triggers, secret, includeFullUser, includeFullSource } = webhook;
  return { id, version: 'v2', target, triggers, secret, includeFullUser, includeFullSource };
};

/** @param webhooks those of all integrations */
export const integrationView = ({ id, displayName }: Integration, webhooks: readonly Webhook[]): Json => ({
  id,
  type: 'custom',
  status: 'active',
  displayName,
  webhooks: webhooks.filter(({ integrationId }) => integrationId === id).map(webhookView),
});

export const switchboardOf = (integrations: readonly Integration[]): Json => ({
  id: SWITCHBOARD_ID,
  enabled: true,
  defaultSwitchboardIntegrationId: integrations.find(({ answersFirst }) => answersFirst)?.id ?? PEOPLE.id,
});

/** An integration in the list of the switchboard. */
export const switchboardIntegrationView = (integration: Integration): Json => ({
  ...switchboardView(integration),
  deliverStandbyEvents: integration.hearsAll,
  nextSwitchboardIntegrationId: PEOPLE.id,
});

/** People in the list of the switchboard. */
export const peopleIn = (integrations: readonly Integration[]): Json => ({
  ...PEOPLE_VIEW,
  deliverStandbyEvents: true,
  nextSwitchboardIntegrationId: integrations.find(({ answersFirst }) => answersFirst)?.id,
});
