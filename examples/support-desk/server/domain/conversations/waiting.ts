import type { Conversation } from '../../model/entities';

/** Later than any time, in ms. */
const LATER = 900_000_000_000_000;

type Times = Pick<Conversation, 'waitingSince' | 'firstAskedAt' | 'firstAnsweredAt' | 'lastUpdatedAt'>;

/** Conversations of older versions know it until the first answer. */
const askedAt = ({ waitingSince, firstAskedAt, firstAnsweredAt }: Times): number | null =>
  waitingSince ?? (firstAnsweredAt === null ? firstAskedAt : null);

/** Since when the visitor has been waiting for an answer, in ms. Nobody waits in a closed conversation. */
export const waitsSince = (conversation: Times & Pick<Conversation, 'status'>): number | null =>
  conversation.status === 'idle' ? null : askedAt(conversation);

/** When the visitor who waits called in that time and nobody took the call, in ms. */
export const missedCallOf = (
  conversation: Times & Pick<Conversation, 'status' | 'missedCallAt'>,
): number | null => {
  const since = waitsSince(conversation);
  const { missedCallAt } = conversation;
  return since !== null && missedCallAt !== null && missedCallAt >= since ? missedCallAt : null;
};

/**
 * Orders conversations by how long the visitor has waited for an answer, longest first, and the others newest first.
 * Must match `waitOrder` in store/sql/schema.ts.
 */
export const waitOrder = (times: Times): number => askedAt(times) ?? LATER - times.lastUpdatedAt;
