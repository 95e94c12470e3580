import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { OwnAccount } from '../../../shared/answers/accounts';
import type { AgentApi } from '../../services/api';

/** The signed-in agent, whose name and role may change while the inbox is open. */
export type Self = {
  agent: ReadonlySignal<OwnAccount>;
  name: ReadonlySignal<string>;
  isAdmin: ReadonlySignal<boolean>;
  /** Applies a change that the desk has confirmed. */
  set(agent: OwnAccount): void;
  /** Asks the desk again. */
  refresh(): Promise<void>;
};

/** @param onOther called when the browser's session belongs to another agent */
export const createSelf = (api: Pick<AgentApi, 'session'>, first: OwnAccount, onOther: () => void): Self => {
  const agent = signal(first);
  return {
    agent,
    name: computed(() => agent.value.name),
    isAdmin: computed(() => agent.value.role === 'admin'),
    set: (next) => {
      agent.value = next;
    },
    refresh: async () => {
      const answer = await api.session();
      if (!answer.ok) return;
      if (answer.value.agent.id === first.id) agent.value = answer.value.agent;
      else onOther();
    },
  };
};
