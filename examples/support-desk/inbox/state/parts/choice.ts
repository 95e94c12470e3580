import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { SafeStorage } from '../../platform/storage';

/** A switch of the agent that is kept in this browser and holds in all its tabs. */
export type Choice = { on: ReadonlySignal<boolean>; set(on: boolean): void };

/** @param first whether it is on before the agent has chosen */
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
