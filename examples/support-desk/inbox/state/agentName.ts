import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentApi } from '../api';

/** The name under which the agents answer, which the settings may change while the inbox is open. */
export type AgentName = { value: ReadonlySignal<string>; refresh(): Promise<void> };

export const createAgentName = (api: Pick<AgentApi, 'session'>, first: string): AgentName => {
  const value = signal(first);
  return {
    value,
    refresh: async () => {
      const answer = await api.session();
      if (answer.ok) value.value = answer.value.name;
    },
  };
};
