import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentApi, Route } from '../api';
import { type ApiFailure, failureWords } from '../apiResult';
import type { Conversations } from './conversations';

/** Assigns, queues, closes and reopens conversations. */
export type Routing = {
  /** The last failed change and its conversation, with words for the agent; cleared by the next attempt. */
  failed: ReadonlySignal<{ id: string; words: string } | undefined>;
  /**
   * Changes run one after another, in the order of the calls. A conversation is closed once the desk has what the agent wrote in
   * it, and stays open where it does not.
   * @param agentId whom to assign it to, if not the agent
   */
  move(conversationId: string, to: Route, agentId?: string): Promise<void>;
};

const UNSENT = 'Not closed: a message here was not sent. Send it or remove it first.';

/** @param settle sends what waits in a conversation; resolves with whether nothing is left unsent */
export const createRouting = (
  api: Pick<AgentApi, 'route'>,
  conversations: Conversations,
  settle: (conversationId: string) => Promise<boolean>,
  onFailure: (failure: ApiFailure) => void,
): Routing => {
  const failed = signal<{ id: string; words: string } | undefined>(undefined);
  let running: Promise<void> = Promise.resolve();
  const go = async (id: string, to: Route, agentId: string | undefined): Promise<void> => {
    failed.value = undefined;
    const answer = await api.route(id, to, agentId);
    if (answer.ok) return conversations.upsert(answer.value);
    failed.value = { id, words: failureWords[answer.failure] };
    onFailure(answer.failure);
  };
  return {
    failed,
    move: async (id, to, agentId) => {
      if (to === 'close' && !(await settle(id))) {
        failed.value = { id, words: UNSENT };
        return;
      }
      running = running.then(() => go(id, to, agentId));
      return running;
    },
  };
};
