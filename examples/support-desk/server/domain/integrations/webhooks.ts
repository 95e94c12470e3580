import type { AuditChange } from '../../../shared/answers/audit';
import type { Caller } from '../../model/caller';
import { DeskError } from '../../model/deskError';
import type { PlacedDelivery, Trigger, Webhook } from '../../model/integrationEntities';
import { changesOf, note } from '../accounts/audit';
import type { Deps, DeskTransaction } from '../deps';
import { integrationOf } from './integrations';

const MAX_WEBHOOKS = 10;
const SECRET_PREFIX = 'whsec_';
/** How long to retry a delivery. */
export const TRY_MS = 86_400_000;

type NewWebhook = {
  target: string;
  triggers: Trigger[];
  includeFullUser?: boolean;
  includeFullSource?: boolean;
};

type WebhookDeps = Pick<Deps, 'store' | 'now' | 'newId'> & {
  /** 32 random bytes, base64. */
  newSecret: () => string;
};

const noWebhook = (): DeskError => new DeskError('not_found', 'There is no such webhook');

/** The audit log leaves out its path, which may contain a token. */
const targetOf = ({ id, target }: Webhook) => ({ kind: 'webhook' as const, id, name: new URL(target).host });

const webhookChanges = (before: Webhook, after: Webhook): AuditChange[] => {
  const shown = (webhook: Webhook) => ({ ...webhook, target: targetOf(webhook).name });
  return changesOf(shown(before), shown(after), [
    'target',
    'triggers',
    'includeFullUser',
    'includeFullSource',
  ]);
};

/** @throws not_found, also for a webhook of another integration */
export const webhookOf = async (
  reads: Pick<DeskTransaction, 'webhookById'>,
  integrationId: string,
  id: string,
): Promise<Webhook> => {
  const webhook = await reads.webhookById(id);
  if (webhook?.integrationId !== integrationId) throw noWebhook();
  return webhook;
};

/** Creates a webhook with a secret. @throws not_found, bad_request for too many */
export const addWebhook = (
  deps: WebhookDeps,
  by: Caller,
  integrationId: string,
  given: NewWebhook,
): Promise<Webhook> =>
  deps.store.transaction(async (tx) => {
    await tx.lockDesk();
    await integrationOf(tx, integrationId);
    if ((await tx.webhooks()).length >= MAX_WEBHOOKS)
      throw new DeskError('bad_request', `There may be at most ${MAX_WEBHOOKS} webhooks`);
    const webhook: Webhook = {
      id: deps.newId(),
      integrationId,
      includeFullUser: false,
      includeFullSource: false,
      ...given,
      secret: SECRET_PREFIX + deps.newSecret(),
      createdAt: deps.now(),
    };
    await tx.putWebhook(webhook);
    await note(deps, tx, by, {
      action: 'webhook-made',
      target: targetOf(webhook),
      detail: webhook.triggers.join(', '),
    });
    return webhook;
  });

/** @throws not_found */
export const changeWebhook = (
  deps: WebhookDeps,
  by: Caller,
  { integrationId, id }: { integrationId: string; id: string },
  change: Partial<NewWebhook>,
): Promise<Webhook> =>
  deps.store.transaction(async (tx) => {
    const before = await webhookOf(tx, integrationId, id);
    const webhook = { ...before, ...change };
    await tx.putWebhook(webhook);
    await note(deps, tx, by, {
      action: 'webhook-changed',
      target: targetOf(webhook),
      detail: Object.keys(change).join(', '),
      changes: webhookChanges(before, webhook),
    });
    return webhook;
  });

/** Removes a webhook. Its pending deliveries are not sent. @throws not_found */
export const removeWebhook = (
  deps: Pick<Deps, 'store' | 'now'>,
  by: Caller,
  { integrationId, id }: { integrationId: string; id: string },
): Promise<void> =>
  deps.store.transaction(async (tx) => {
    const webhook = await webhookOf(tx, integrationId, id);
    await tx.deleteWebhook(id);
    await note(deps, tx, by, { action: 'webhook-removed', target: targetOf(webhook) });
  });

/** Sends a delivery again, with the same id, for another day. @throws not_found */
export const repeatDelivery = (
  deps: Pick<Deps, 'store' | 'now'>,
  by: Caller,
  id: string,
): Promise<PlacedDelivery> =>
  deps.store.transaction(async (tx) => {
    const delivery = await tx.deliveryById(id);
    const webhook = delivery && (await tx.webhookById(delivery.webhookId));
    if (!delivery || !webhook) throw new DeskError('not_found', 'There is no such delivery');
    const now = deps.now();
    const change = { state: 'waiting', tries: 0, dueAt: now, tryUntil: now + TRY_MS, endedAt: null } as const;
    await tx.updateDelivery(id, change);
    await note(deps, tx, by, {
      action: 'delivery-repeated',
      target: targetOf(webhook),
      detail: delivery.type,
    });
    return { ...delivery, ...change };
  });
