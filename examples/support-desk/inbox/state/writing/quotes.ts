import { obj } from '@porch/messenger/wire/decode';
import { signal } from '@preact/signals-react';
import type { AgentMessage } from '../../../shared/answers/messages';
import { decodeAgentMessage } from '../../model/decode';
import type { SafeStorage } from '../../platform/storage';

const QUOTES_KEY = 'porch.agentQuotes';

/** The message that the next reply quotes, by conversation. It lasts as long as the draft, including a reload and the next tab. */
export type Quotes = {
  of(id: string): AgentMessage | undefined;
  set(id: string, message: AgentMessage | undefined): void;
  /** Takes over the quotes that a closed tab left. */
  takeOver(left: SafeStorage): void;
  clear(): void;
};

const read = (stored: string | undefined): Map<string, AgentMessage> => {
  try {
    const entries = Object.entries(obj(JSON.parse(stored ?? '{}')));
    return new Map(
      entries.flatMap(([id, value]) => {
        const message = decodeAgentMessage(value);
        return message ? [[id, message] as const] : [];
      }),
    );
  } catch {
    return new Map();
  }
};

export const createQuotes = (storage: SafeStorage): Quotes => {
  const quotes = signal<ReadonlyMap<string, AgentMessage>>(read(storage.get(QUOTES_KEY)));
  const put = (next: ReadonlyMap<string, AgentMessage>): void => {
    quotes.value = next;
    storage.set(QUOTES_KEY, JSON.stringify(Object.fromEntries(next)));
  };
  return {
    of: (id) => quotes.value.get(id),
    set: (id, message) => {
      const next = new Map(quotes.peek());
      if (message) next.set(id, message);
      else if (!next.delete(id)) return;
      put(next);
    },
    takeOver: (left) => put(new Map([...read(left.get(QUOTES_KEY)), ...quotes.peek()])),
    clear: () => {
      quotes.value = new Map();
      storage.remove(QUOTES_KEY);
    },
  };
};
