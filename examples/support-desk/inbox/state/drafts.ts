import { obj } from '@porch/messenger/wire/decode';
import { signal } from '@preact/signals-react';
import type { SafeStorage } from './storage';

const DRAFTS_KEY = 'porch.agentDrafts';

/** Unsent text in the composer, by conversation; survives a reload of the tab. */
export type Drafts = { get(id: string): string; set(id: string, text: string): void; clear(): void };

const read = (stored: string | undefined): Map<string, string> => {
  try {
    const entries = Object.entries(obj(JSON.parse(stored ?? '{}')));
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return new Map();
  }
};

export const createDrafts = (storage: SafeStorage): Drafts => {
  const drafts = signal<ReadonlyMap<string, string>>(read(storage.get(DRAFTS_KEY)));
  return {
    get: (id) => drafts.value.get(id) ?? '',
    set: (id, text) => {
      const next = new Map(drafts.peek());
      if (text) next.set(id, text);
      else next.delete(id);
      drafts.value = next;
      storage.set(DRAFTS_KEY, JSON.stringify(Object.fromEntries(next)));
    },
    clear: () => {
      drafts.value = new Map();
      storage.remove(DRAFTS_KEY);
    },
  };
};
