import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentApi, ApiFailure, Route } from '../api';
import type { Conversations } from './conversations';

/** Takes, queues, closes and reopens conversations. */
export type Routing = {
  /** The one under way, if any. */
  busy: ReadonlySignal<string | undefined>;
  /** What did not work, and where; gone with the next try. */
  failed: ReadonlySignal<{ id: string; failure: ApiFailure } | undefined>;
  move(conversationId: string, to: Route): Promise<void>;
};

export const createRouting = (
  api: Pick<AgentApi, 'route'>,
  conversations: Conversations,
  onFailure: (failure: ApiFailure) => void,
): Routing => {
  const busy = signal<string | undefined>(undefined);
  const failed = signal<{ id: string; failure: ApiFailure } | undefined>(undefined);
  return {
    busy,
    failed,
    move: async (id, to) => {
      if (busy.peek() !== undefined) return;
      busy.value = id;
      failed.value = undefined;
      const answer = await api.route(id, to);
      busy.value = undefined;
      if (answer.ok) conversations.upsert(answer.value);
      else {
        failed.value = { id, failure: answer.failure };
        onFailure(answer.failure);
      }
    },
  };
};
