import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import type { ApiFailure } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';
import type { Conversations } from './conversations';
import type { Thread } from './thread';

type ReadingDeps = {
  api: Pick<AgentApi, 'activity'>;
  conversations: Pick<Conversations, 'markRead' | 'unmarkRead'>;
  active: ReadonlySignal<AgentConversation | undefined>;
  thread: ReadonlySignal<Thread | undefined>;
  /** The id of the signed-in agent. */
  ownId: string;
  /** Whether the agent can see the page. */
  visible: ReadonlySignal<boolean>;
  onFailure(failure: ApiFailure): void;
};

/** Marks the open conversation as read once its newest message is shown. */
export const createReading = (deps: ReadingDeps) => {
  const { api, conversations } = deps;
  /** Conversations that could not be marked as read. They are not retried before `retry`. */
  const unread = signal<ReadonlySet<string>>(new Set());
  /** The mentions already reported as read, by conversation. A row from the desk has new ones. */
  const reported = new Map<string, readonly string[]>();

  const dispose = effect(() => {
    const conversation = deps.active.value;
    const thread = deps.thread.value;
    if (!conversation || !thread || !deps.visible.value) return;
    const { _id: id, mentioned } = conversation;
    const isMentioned = mentioned?.includes(deps.ownId) && reported.get(id) !== mentioned;
    if (conversation.unreadCount === 0 && !isMentioned) return;
    const newest = conversation.lastMessage?._id;
    const isShown = thread.entries.value.some(({ message }) => message._id === newest);
    if (thread.status.value !== 'ready' || !(isShown || newest === undefined)) return;
    if (unread.value.has(id)) return;
    if (mentioned) reported.set(id, mentioned);
    untracked(() => {
      conversations.markRead(id, conversation.lastMessage?.received ?? conversation.lastUpdatedAt);
      void api.activity(id, { type: 'conversation:read' }).then((answer) => {
        if (answer.ok) return;
        reported.delete(id);
        unread.value = new Set([...unread.peek(), id]);
        conversations.unmarkRead(id);
        deps.onFailure(answer.failure);
      });
    });
  });

  return {
    retry: () => {
      unread.value = new Set();
    },
    dispose,
  };
};
