import type { Store } from '../platform/storage';
import type { Messaging } from '../services/messaging';
import type { Author } from '../wire/client';
import { obj, seconds } from '../wire/decode';
import type { WireMessage } from '../wire/message';

/** Maximum number of conversations whose last delivery report is stored. */
const MOST = 100;

/** Dependencies for reporting a delivery to the service. */
export type DeliveryDeps = {
  messaging: Pick<Messaging, 'sendActivity'>;
  author: () => Author;
  store: Store;
  integrationId: string;
};

/** Parses the stored delivery reports by conversation; ignores invalid content. */
const parse = (text: string | null): Record<string, number> => {
  try {
    const told = Object.entries(obj(JSON.parse(text ?? ''))).filter(([, to]) => seconds(to) !== undefined);
    return Object.fromEntries(told.slice(-MOST)) as Record<string, number>;
  } catch {
    return {};
  }
};

/**
 * Reports the newest agent message as delivered, with the activity 'message:delivery'. It stands for all
 * messages before it. The last report is stored, so that other tabs and later pages do not repeat it. Never
 * rejects.
 * @param arrived ascending by received
 * @param since `received` up to which the visitor has read, in float seconds: so much is known to have
 * arrived
 */
export const markDelivered = async (
  { messaging, author, store, integrationId }: DeliveryDeps,
  conversationId: string,
  arrived: readonly WireMessage[],
  since = 0,
): Promise<void> => {
  const key = `${integrationId}.delivered`;
  const newest = arrived.findLast((m) => m.role === 'appMaker');
  const { [conversationId]: before = 0, ...others } = parse(store.get(key));
  if (!newest || newest.received <= Math.max(since, before)) return;
  store.set(key, JSON.stringify({ ...others, [conversationId]: newest.received }));
  const activity = { type: 'message:delivery', messageId: newest._id } as const;
  // The agent learns it by the read event, too, so one that fails is let go.
  await messaging.sendActivity(conversationId, { author: author(), activity }).catch(() => {});
};
