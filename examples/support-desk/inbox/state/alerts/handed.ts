import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';

/** The conversations that were given to the agent, or woke, and that they have not opened since. */
type Handed = {
  has(id: string): boolean;
  add(id: string): void;
  dispose(): void;
};

/** @param activeId the open conversation */
export const createHanded = (activeId: ReadonlySignal<string | undefined>): Handed => {
  const ids = signal<ReadonlySet<string>>(new Set());
  const dispose = effect(() => {
    const open = activeId.value;
    const left = untracked(() => [...ids.value].filter((id) => id !== open));
    if (left.length < ids.peek().size) ids.value = new Set(left);
  });
  return {
    has: (id) => ids.value.has(id),
    add: (id) => {
      if (id !== activeId.peek()) ids.value = new Set([...ids.peek(), id]);
    },
    dispose,
  };
};
