import { signal } from '@preact/signals-react';
import { list, num, obj, str } from '../../../../src/wire/decode';
import type { ApiFailure } from '../api';
import { type Entry, unsentEntry } from '../model/entries';
import type { SafeStorage } from './storage';

const OUTBOX_KEY = 'porch.agentOutbox';

/**
 * Replies that the desk has not stored yet, by conversation; they survive a reload of the tab. The content of
 * files cannot be stored there, so a failed file can be retried only until the page is closed.
 */
export type Outbox = {
  ids(): string[];
  get(id: string): Entry[];
  set(id: string, entries: readonly Entry[]): void;
  /** Whether this conversation has an unsent reply. */
  waits(id: string): boolean;
  clear(): void;
};

const read = (stored: string | undefined): Record<string, unknown> => {
  try {
    return obj(JSON.parse(stored ?? '{}'));
  } catch {
    return {};
  }
};

/** Decodes a stored reply. If its answer is unknown, it counts as failed because of the network. */
const decode = (value: unknown): Entry[] => {
  const { key, message, failure, reason } = obj(value);
  const { type, received } = obj(message);
  const id = str(key);
  if (!id || !str(type) || num(received) === undefined) return [];
  const entry = unsentEntry({ ...obj(message), type: str(type) ?? 'text', received: num(received) ?? 0 }, id);
  return [
    { ...entry, state: 'failed', failure: (str(failure) as ApiFailure) ?? 'network', reason: str(reason) },
  ];
};

export const createOutbox = (storage: SafeStorage): Outbox => {
  const kept = signal(read(storage.get(OUTBOX_KEY)));
  const put = (next: Record<string, unknown>) => {
    kept.value = next;
    if (Object.keys(next).length > 0) storage.set(OUTBOX_KEY, JSON.stringify(next));
    else storage.remove(OUTBOX_KEY);
  };
  return {
    ids: () => Object.keys(kept.peek()),
    get: (id) => (Object.hasOwn(kept.peek(), id) ? list(kept.peek()[id]).flatMap(decode) : []),
    set: (id, entries) => {
      const unsent = entries
        .filter((entry) => entry.state !== 'sent' && entry.progress === undefined)
        .map(({ key, message, failure, reason }) => ({ key, message, failure, reason }));
      const { [id]: known, ...rest } = kept.peek();
      if (JSON.stringify(known ?? []) === JSON.stringify(unsent)) return;
      put(unsent.length > 0 ? { ...rest, [id]: unsent } : rest);
    },
    waits: (id) => Object.hasOwn(kept.value, id),
    clear: () => put({}),
  };
};
