import type { Store } from '../platform/storage';
import type { Messaging } from '../services/messaging';
import type { Author } from '../wire/client';
import { num, obj } from '../wire/decode';
import type { WireMessage } from '../wire/message';

/** Of more than this read back at once, the newest speak for the others. */
const MOST = 50;

/** What is needed to tell the service that something arrived. */
export type DeliveryDeps = {
  messaging: Pick<Messaging, 'sendActivity'>;
  author: () => Author;
  store: Store;
  integrationId: string;
};

const parse = (text: string | null) => {
  try {
    return obj(JSON.parse(text ?? ''));
  } catch {
    return {};
  }
};

/**
 * "Mark delivered: 'message:delivery' with message id and conversation id." (SPEC.md section 7) Each message of an agent
 * once, one after the other, whether it was told or read back: what was told last is kept where this visitor's other tabs
 * and later pages see it. Never rejects.
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
  const { appUserId } = author();
  const news = arrived.filter((m) => m.role === 'appMaker' && m.received > since);
  for (const { _id, received } of news.slice(-MOST)) {
    // Somebody else is here by now.
    if (author().appUserId !== appUserId) return;
    const before = parse(store.get(key));
    if (received <= (num(before[conversationId]) ?? 0)) continue;
    store.set(key, JSON.stringify({ ...before, [conversationId]: received }));
    const activity = { type: 'message:delivery', messageId: _id } as const;
    // The agent learns it by the read event, too, so one that fails is let go.
    await messaging.sendActivity(conversationId, { author: author(), activity }).catch(() => {});
  }
};
