import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentApi, Route } from '../api';
import type { ApiFailure } from '../apiResult';
import type { Conversations } from './conversations';

/** Assigns, queues, closes and reopens conversations. */
export type Routing = {
  /** The last failed change and its conversation; cleared by the next attempt. */
  failed: ReadonlySignal<{ id: string; failure: ApiFailure } | undefined>;
  /** Changes run one after another, in the order of the calls. @param agentId whom to assign it to, if not the agent */
  move(conversationId: string, to: Route, agentId?: string): Promise<void>;
};

export const createRouting = (
  api: Pick<AgentApi, 'route'>,
  conversations: Conversations,
  onFailure: (failure: ApiFailure) => void,
): Routing => {
  const failed = signal<{ id: string; failure: ApiFailure } | undefined>(undefined);
  let running: Promise<void> = Promise.resolve();
  const go = async (id: string, to: Route, agentId: string | undefined): Promise<void> => {
    failed.value = undefined;
    const answer = await api.route(id, to, agentId);
    if (answer.ok) return conversations.upsert(answer.value);
    failed.value = { id, failure: answer.failure };
    onFailure(answer.failure);
  };
  return {
    failed,
    move: (id, to, agentId) => {
      running = running.then(() => go(id, to, agentId));
      return running;
    },
  };
};
