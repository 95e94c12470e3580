import type { Store } from '../../platform/storage';
import type { Messaging } from '../../services/messaging';
import type { Author } from '../../wire/client';
import { obj, seconds } from '../../wire/decode';
import type { WireMessage } from '../../wire/message';

/** For how many conversations the last reported position is stored. */
const MOST = 100;

export type DeliveryReportDeps = {
  messaging: Pick<Messaging, 'sendActivity'>;
  author: () => Author;
  store: Store;
  integrationId: string;
};

/** Validates the stored position of each conversation: storage may hold anything. */
const parse = (text: string | null): Record<string, number> => {
  try {
    const told = Object.entries(obj(JSON.parse(text ?? ''))).filter(([, to]) => seconds(to) !== undefined);
    return Object.fromEntries(told.slice(-MOST)) as Record<string, number>;
  } catch {
    return {};
  }
};

/**
 * Reports to the service, with the activity 'message:delivery', the newest agent's message that arrived. It
 * covers the earlier ones, whether they came by realtime or by history sync. The last reported position is
 * stored, so that other tabs and later pages do not report it again. Never rejects.
 * @param arrived ascending by received
 * @param since `received` up to which the visitor has read, in float seconds; those messages need no report
 */
export const markDelivered = async (
  { messaging, author, store, integrationId }: DeliveryReportDeps,
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
  // A failed report is not retried: the later read event covers it.
  await messaging.sendActivity(conversationId, { author: author(), activity }).catch(() => {});
};
