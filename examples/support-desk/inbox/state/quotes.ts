import { signal } from '@preact/signals-react';
import type { AgentMessage } from '../../shared/agentApi';

/** The message that the next reply quotes, by conversation: it stays as long as the draft. */
export const createQuotes = () => {
  const quotes = signal<ReadonlyMap<string, AgentMessage>>(new Map());
  return {
    of: (id: string): AgentMessage | undefined => quotes.value.get(id),
    set: (id: string, message: AgentMessage | undefined): void => {
      const next = new Map(quotes.peek());
      if (message) next.set(id, message);
      else next.delete(id);
      quotes.value = next;
    },
  };
};
