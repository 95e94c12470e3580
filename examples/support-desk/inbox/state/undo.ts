import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { SafeStorage } from './storage';

const KEY = 'porch.agentUndo';
/** How long a reply can be taken back before it is sent. */
const UNDO_MS = 5000;

/** Whether replies wait before they are sent, as the agent chose in this browser. */
export type Undo = {
  on: ReadonlySignal<boolean>;
  set(on: boolean): void;
  /** How long a reply waits, in ms. */
  waitMs(): number;
};

export const createUndo = (local: SafeStorage): Undo => {
  const on = signal(local.get(KEY) !== 'off');
  return {
    on,
    set: (next) => {
      on.value = next;
      local.set(KEY, next ? 'on' : 'off');
    },
    waitMs: () => (on.peek() ? UNDO_MS : 0),
  };
};
