import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { SafeStorage } from '../../platform/storage';

/** A switch of the agent, stored in this browser and shared by all its tabs. */
export type Choice = { on: ReadonlySignal<boolean>; set(on: boolean): void };

/** @param first the default */
export const createChoice = (local: SafeStorage, key: string, first: boolean): Choice => {
  const read = (): boolean => (local.get(key) ?? (first ? 'on' : 'off')) === 'on';
  const on = signal(read());
  local.onForeignChange(key, () => {
    on.value = read();
  });
  return {
    on,
    set: (next) => {
      on.value = next;
      local.set(key, next ? 'on' : 'off');
    },
  };
};
