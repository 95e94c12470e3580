import type { Clock } from '@porch/messenger/platform/clock';
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AttendingAgent } from '../../../shared/answers/work';
import type { AttendingBody } from '../../../shared/bodies/work';
import type { AgentApi } from '../../services/api';

/** Reports to colleagues what the agent does in the open conversation, and knows what they do there. */
export type Attending = {
  /** The colleagues who also have the open conversation open. */
  others: ReadonlySignal<readonly AttendingAgent[]>;
  heard(conversationId: string, agents: readonly AttendingAgent[]): void;
  /** The agent starts or stops typing in a conversation. */
  typing(conversationId: string, on: boolean): void;
  /** The page closes, or the agent signs out. */
  dispose(): void;
};

type AttendingDeps = {
  api: Pick<AgentApi, 'attending'>;
  /** The id of the signed-in agent, and of this inbox. */
  ownId: string;
  inbox: string;
  activeId: ReadonlySignal<string | undefined>;
  /** The ids of removed agents: the desk forgets what they did within a minute. */
  removed: ReadonlySignal<Pick<ReadonlySet<string>, 'has'>>;
  /** Whether the conversation has a reply of the agent that the desk does not have yet: they are answering. */
  hasUnsent(conversationId: string): boolean;
  /** Whether the agent can see the page. */
  visible: ReadonlySignal<boolean>;
  clock: Pick<Clock, 'after'>;
};

/** The desk forgets a report that is not repeated within a minute. */
const REPEAT_MS = 25_000;

export const createAttending = (deps: AttendingDeps): Attending => {
  const { api, inbox, ownId, activeId, clock } = deps;
  const known = signal<{ id: string; agents: readonly AttendingAgent[] } | undefined>(undefined);
  let current: string | undefined;
  let isTyping = false;
  let isAnswering = false;
  let cancel = (): void => {};

  const heard = (id: string, agents: readonly AttendingAgent[]): void => {
    if (id === current) known.value = { id, agents };
  };
  const tell = async (id: string, state: AttendingBody['state']): Promise<void> => {
    const answer = await api.attending(id, { inbox, state });
    if (answer.ok && state !== 'gone') heard(id, answer.value);
  };
  const repeat = (): void => {
    cancel();
    const id = current;
    if (id === undefined) return;
    void tell(id, isTyping || isAnswering ? 'typing' : 'looking');
    cancel = clock.after(REPEAT_MS, repeat);
  };
  const move = (to: string | undefined): void => {
    if (to === current) return;
    if (current !== undefined) void tell(current, 'gone');
    current = to;
    isTyping = false;
    known.value = undefined;
    repeat();
  };

  const stop = effect(() => {
    const id = deps.visible.value ? activeId.value : undefined;
    untracked(() => move(id));
  });
  const stopAnswering = effect(() => {
    const id = activeId.value;
    const next = id !== undefined && deps.hasUnsent(id);
    if (next === isAnswering) return;
    isAnswering = next;
    if (!isTyping && id === current) untracked(repeat);
  });

  return {
    others: computed(() => {
      const { id, agents = [] } = known.value ?? {};
      if (id !== activeId.value) return [];
      return agents.filter((agent) => agent.id !== ownId && !deps.removed.value.has(agent.id));
    }),
    heard,
    typing: (id, on) => {
      if (id !== current || on === isTyping) return;
      isTyping = on;
      if (!isAnswering) repeat();
    },
    dispose: () => {
      stop();
      stopAnswering();
      move(undefined);
    },
  };
};
