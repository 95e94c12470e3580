import { type ReadonlySignal, signal } from '@preact/signals-react';

/** A value that its users replace as a whole. */
export type Slot<Value> = {
  current: ReadonlySignal<Value>;
  set(next: Value): void;
};

export const createSlot = <Value>(first: Value): Slot<Value> => {
  const current = signal(first);
  return {
    current,
    set(next) {
      current.value = next;
    },
  };
};
