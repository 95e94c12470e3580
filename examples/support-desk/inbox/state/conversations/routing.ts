import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import { type ApiFailure, failureWords } from '../../model/apiResult';
import type { AgentApi, Route } from '../../services/api';
import type { UnsentReplies } from '../writing/unsentReplies';
import type { Conversations } from './conversations';
import type { Thread } from './thread';

/** Assigns, queues, snoozes, closes and reopens conversations. */
export type Routing = {
  /**
   * The conversations whose last change failed, with words for the agent: until the next attempt, until the pending
   * replies are sent, or until the agent has opened them.
   */
  failed: ReadonlySignal<ReadonlyMap<string, string>>;
  /**
   * Changes run one after another, in the order of the calls. A conversation is closed once the desk has the agent's
   * replies. It stays open if the desk does not have them, or if the visitor has written something that the agent
   * cannot have read. The same goes for a snooze, which does not wait for replies.
   * @param agentId the assignee, by default the agent
   * @param until the end of a snooze, in float seconds; by default, when the visitor writes
   * @returns whether it succeeded
   */
  move(conversationId: string, to: Route, agentId?: string, until?: number): Promise<boolean>;
  dispose(): void;
};

export type RoutingDeps = {
  api: Pick<AgentApi, 'route'>;
  conversations: Pick<Conversations, 'get' | 'upsert'>;
  unsentReplies: Pick<UnsentReplies, 'waits'>;
  activeId: ReadonlySignal<string | undefined>;
  threadOf(id: string): Pick<Thread, 'seen' | 'settle' | 'refresh'>;
  onFailure(failure: ApiFailure): void;
};

const UNSENT = 'Not closed: a message here was not sent.';
const WRITTEN = {
  close: 'Not closed: the visitor has written again.',
  snooze: 'Not snoozed: the visitor has written again, or the conversation was closed.',
};

export const createRouting = (deps: RoutingDeps): Routing => {
  const { api, conversations, threadOf } = deps;
  const failed = signal<ReadonlyMap<string, string>>(new Map());
  let running: Promise<unknown> = Promise.resolve();

  const forget = (id: string): void => {
    if (!failed.peek().has(id)) return;
    const left = new Map(failed.peek());
    left.delete(id);
    failed.value = left;
  };
  const fail = (id: string, words: string): false => {
    failed.value = new Map(failed.peek()).set(id, words);
    return false;
  };

  /** Before the messages load, the list shows the last one. */
  const seenIn = (id: string): number =>
    threadOf(id).seen() ?? conversations.get(id)?.lastMessage?.received ?? 0;

  const go = async (id: string, to: Route, details: Parameters<AgentApi['route']>[2]): Promise<boolean> => {
    forget(id);
    const answer = await api.route(id, to, details);
    if (answer.ok) {
      conversations.upsert(answer.value);
      return true;
    }
    deps.onFailure(answer.failure);
    if (answer.failure !== 'conflict' || (to !== 'close' && to !== 'snooze'))
      return fail(id, failureWords[answer.failure]);
    void threadOf(id).refresh();
    return fail(id, WRITTEN[to]);
  };

  const stopWaiting = effect(() => {
    for (const [id, words] of failed.value)
      if (words === UNSENT && !deps.unsentReplies.waits(id)) untracked(() => forget(id));
  });
  let open: string | undefined;
  const stopLeaving = effect(() => {
    const left = open;
    open = deps.activeId.value;
    if (left !== undefined && left !== open) untracked(() => forget(left));
  });

  return {
    failed,
    move: async (id, to, agentId, until) => {
      const seen = { received: seenIn(id) };
      if (to === 'close' && !(await threadOf(id).settle())) return fail(id, UNSENT);
      const details = to === 'close' ? { seen } : to === 'snooze' ? { seen, until } : { agentId };
      const done = running.then(() => go(id, to, details));
      running = done;
      return done;
    },
    dispose: () => {
      stopWaiting();
      stopLeaving();
    },
  };
};
