import { getMessages } from '../../services/historyCalls';
import type { Held } from '../held';

/** Reads one page of scrollback; ignored while another is loading. Rejects with a `RequestError`. */
export const loadPrevious = async (deps: Held, conversationId: string): Promise<void> => {
  const { conversations, messages } = deps;
  const oldest = messages.of(conversationId).value.find((m) => !m.isOptimistic);
  if (!oldest || conversations.find(conversationId)?.historyStatus === 'pending') return;
  conversations.synced(conversationId, { historyStatus: 'pending' });
  try {
    const answer = await getMessages(deps.http, conversationId, oldest.received);
    messages.merge(conversationId, answer.messages);
    conversations.synced(conversationId, {
      hasPreviousMessages: answer.hasPrevious,
      historyStatus: 'successful',
    });
  } catch (error) {
    conversations.synced(conversationId, { historyStatus: 'failed' });
    throw error;
  }
};
