import type { RequestError } from '../../services/requestError';
import { type CatchUpDeps, catchUp, resync } from './catchUp';
import type { LeaveDeps } from './leaveConversation';

export { getConversation, getMessages } from '../../services/historyCalls';
export { loadPrevious } from './loadPrevious';
export { keepRead } from './markRead';

export type HistoryDeps = CatchUpDeps &
  LeaveDeps & {
    chunks: { several: () => Promise<Pick<typeof import('../several'), 'leaveConversation'>> };
  };

/**
 * Runs one history sync. A conversation that the service has removed is left.
 * @param whole also reload the conversation (read positions, status, routing), not only its messages
 * @param gone the conversations left this way; if the service lists one again, a refusal is an error like others
 */
export const readHistory = async (
  deps: HistoryDeps,
  id: string,
  whole: boolean,
  gone: Set<string>,
): Promise<void> => {
  try {
    await (whole ? resync : catchUp)(deps, id);
  } catch (cause) {
    const { status, isRefused } = cause as RequestError;
    // The conversation is removed, or belongs to another visitor.
    const isGone = (status === 404 || status === 403) && !isRefused && !gone.has(id);
    const chunk = isGone && (await deps.chunks.several().catch(() => undefined));
    if (!chunk) throw cause;
    gone.add(id);
    chunk.leaveConversation(deps, id);
  }
};
