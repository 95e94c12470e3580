import type { Deps } from '../domain/deps';
import { TRY_MS } from '../domain/integrations/webhooks';
import type { DeskEvent } from '../model/deskEvents';
import { controllerOf, type Delivery, type Integration } from '../model/integrationEntities';
import type { Listener } from '../store/integrationsStore';
import type { Transaction } from '../store/store';
import { eventView } from './eventView';

/** After this, nobody types any more. */
const TYPING_MS = 60_000;

/**
 * Whether an integration receives an event: those of others' conversations only if it wants them, and always those of
 * its own.
 */
const isTold = ({ type, conversation }: DeskEvent, { id, hearsAll }: Integration): boolean =>
  hearsAll || type === 'switchboard:passControl' || controllerOf(conversation) === id;

/**
 * Creates the function that stores, in the transaction of an event, what to send to webhooks. They receive nothing
 * about blocked visitors.
 * @param listenersOf locks the listeners, unless already locked
 * @returns whether there is something to send
 */
export const createRecorder =
  ({ newId, now }: Pick<Deps, 'newId' | 'now'>) =>
  async (
    tx: Transaction,
    events: readonly DeskEvent[],
    listenersOf: Transaction['lockListeners'] = tx.lockListeners,
  ): Promise<boolean> => {
    const deliveries: Delivery[] = [];
    const deliveryOf = (event: DeskEvent, { webhook }: Listener, sent: Delivery['event']): Delivery => ({
      id: newId(),
      webhookId: webhook.id,
      conversationId: event.conversation.id,
      type: event.type,
      event: sent,
      createdAt: now(),
      state: 'waiting',
      tries: 0,
      dueAt: now(),
      tryUntil: now() + (event.type === 'conversation:typing' ? TYPING_MS : TRY_MS),
      claimedUntil: 0,
      answer: null,
      endedAt: null,
    });
    for (const event of events) {
      if (event.user.blockedAt !== null) continue;
      const listeners = await listenersOf(event.type);
      const told = listeners.filter(({ integration }) => isTold(event, integration));
      if (told.length === 0) continue;
      const integrations = await tx.integrations();
      const which = { id: newId(), at: now() };
      for (const listener of told)
        deliveries.push(deliveryOf(event, listener, eventView(event, which, integrations, listener.webhook)));
    }
    await tx.insertDeliveries(deliveries);
    return deliveries.length > 0;
  };
