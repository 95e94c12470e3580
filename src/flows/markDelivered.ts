import type { Store } from '../platform/storage';
import type { Messaging } from '../services/messaging';
import type { Author } from '../wire/client';
import { obj, seconds } from '../wire/decode';
import type { WireMessage } from '../wire/message';

/** Of so many conversations it is kept how far they were told of. */
const MOST = 100;

/** What is needed to tell the service that something arrived. */
export type DeliveryDeps = {
  messaging: Pick<Messaging, 'sendActivity'>;
  author: () => Author;
  store: Store;
  integrationId: string;
};

/** How far each conversation was told of, as it is stored, where anything may stand. */
const parse = (text: string | null): Record<string, number> => {
  try {
    const told = Object.entries(obj(JSON.parse(text ?? ''))).filter(([, to]) => seconds(to) !== undefined);
    return Object.fromEntries(told.slice(-MOST)) as Record<string, number>;
  } catch {
    return {};
  }
};

/**
 * "Mark delivered: 'message:delivery' with message id and conversation id." (SPEC.md section 7) The newest message of an
 * agent speaks for those before it, whether it was told or read back: what was told last is kept where this visitor's other
 * tabs and later pages see it. Never rejects.
 * @param arrived ascending by received
 * @param since `received` up to which the visitor has read, in float seconds: so much is known to have arrived
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
