import { listOf, obj, str } from '@porch/messenger/wire/decode';
import { shownLabel } from '@porch/messenger/wire/shown';
import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { type NextAct, withActs } from '../../model/acts';
import { decodeNextAct } from '../../model/decodeSaved';
import type { SafeStorage } from '../../platform/storage';

const ACTS_KEY = 'porch.agentActs';

/** What was not done after a stored reply, and why. */
export type NotDone = { messageId: string; acts: readonly { act: NextAct; words: string }[] };

type Kept = { next: readonly NextAct[]; notDone?: NotDone };

/**
 * What the next reply does, by conversation, and what was not done after the last one. It lasts as long as the draft,
 * including a reload and the next tab.
 */
export type NextActs = {
  of(id: string): readonly NextAct[];
  set(id: string, acts: readonly NextAct[]): void;
  notDone(id: string): NotDone | undefined;
  setNotDone(id: string, notDone: NotDone | undefined): void;
  /** The conversations in which something was not done. */
  failed: ReadonlySignal<readonly string[]>;
  forget(id: string): void;
  /** Takes over what a closed tab left. */
  takeOver(left: SafeStorage): void;
  clear(): void;
};

const NOTHING: readonly NextAct[] = [];

const decodeNotDone = (value: unknown): NotDone | undefined => {
  const messageId = str(obj(value).messageId);
  const acts = listOf(obj(value).acts, (entry) => {
    const act = decodeNextAct(obj(entry).act);
    return act && { act, words: shownLabel(obj(entry).words) ?? '' };
  });
  return messageId && acts.length > 0 ? { messageId, acts } : undefined;
};

const read = (stored: string | undefined): Map<string, Kept> => {
  try {
    return new Map(
      Object.entries(obj(JSON.parse(stored ?? '{}'))).map(([id, value]) => [
        id,
        { next: listOf(obj(value).next, decodeNextAct), notDone: decodeNotDone(obj(value).notDone) },
      ]),
    );
  } catch {
    return new Map();
  }
};

export const createNextActs = (storage: SafeStorage): NextActs => {
  const kept = signal<ReadonlyMap<string, Kept>>(read(storage.get(ACTS_KEY)));
  const put = (next: ReadonlyMap<string, Kept>): void => {
    kept.value = next;
    if (next.size > 0) storage.set(ACTS_KEY, JSON.stringify(Object.fromEntries(next)));
    else storage.remove(ACTS_KEY);
  };
  const change = (id: string, of: Partial<Kept>): void => {
    const before = kept.peek().get(id);
    const after = { next: NOTHING, ...before, ...of };
    const isEmpty = after.next.length === 0 && !after.notDone;
    if (isEmpty && !before) return;
    const all = new Map(kept.peek());
    if (isEmpty) all.delete(id);
    else all.set(id, after);
    put(all);
  };
  return {
    of: (id) => kept.value.get(id)?.next ?? NOTHING,
    set: (id, next) => change(id, { next: withActs([], next) }),
    notDone: (id) => kept.value.get(id)?.notDone,
    setNotDone: (id, notDone) => change(id, { notDone }),
    failed: computed(() => [...kept.value].flatMap(([id, { notDone }]) => (notDone ? [id] : []))),
    forget: (id) => change(id, { next: NOTHING, notDone: undefined }),
    takeOver: (left) => put(new Map([...read(left.get(ACTS_KEY)), ...kept.peek()])),
    clear: () => put(new Map()),
  };
};
