import { obj } from '@porch/messenger/wire/decode';
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { SafeStorage } from '../../platform/storage';

const DRAFTS_KEY = 'porch.agentDrafts';

/** What the agent writes in a conversation: the reply, the note, and which of the two is shown. */
type DraftKind = 'reply' | 'note' | 'mode';

/** Unsent text in the composer, by conversation; survives a reload, the end of a session and a closed tab. */
export type Drafts = {
  /** The conversations with a draft. */
  ids: ReadonlySignal<readonly string[]>;
  get(id: string, kind?: DraftKind): string;
  set(id: string, text: string, kind?: DraftKind): void;
  /** Forgets everything written in a conversation. */
  forget(id: string): void;
  /** Takes over the drafts that a closed tab left. */
  takeOver(left: SafeStorage): void;
  clear(): void;
};

const MODE = /^mode /;
const NOTE = /^note /;

const keyOf = (id: string, kind: DraftKind): string => (kind === 'reply' ? id : `${kind} ${id}`);

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
  const put = (changes: readonly (readonly [key: string, text: string])[]): void => {
    const next = new Map(drafts.peek());
    for (const [key, text] of changes) {
      if (text) next.set(key, text);
      else next.delete(key);
    }
    drafts.value = next;
    storage.set(DRAFTS_KEY, JSON.stringify(Object.fromEntries(next)));
  };
  return {
    ids: computed(() =>
      [...drafts.value].flatMap(([key, text]) =>
        MODE.test(key) || !text.trim() ? [] : [key.replace(NOTE, '')],
      ),
    ),
    get: (id, kind = 'reply') => drafts.value.get(keyOf(id, kind)) ?? '',
    set: (id, text, kind = 'reply') => put([[keyOf(id, kind), text]]),
    forget: (id) => put((['reply', 'note', 'mode'] as const).map((kind) => [keyOf(id, kind), ''])),
    takeOver: (left) => {
      const own = drafts.peek();
      const both = (key: string, text: string): string => {
        const known = own.get(key);
        return !known || known === text || MODE.test(key) ? text : `${text}\n${known}`;
      };
      put([...read(left.get(DRAFTS_KEY))].map(([key, text]) => [key, both(key, text)]));
    },
    clear: () => {
      drafts.value = new Map();
      storage.remove(DRAFTS_KEY);
    },
  };
};
