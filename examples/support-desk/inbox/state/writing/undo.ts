import type { SafeStorage } from '../../platform/storage';
import { type Choice, createChoice } from '../parts/choice';

/** How long a reply, or an act on many conversations, can be undone before it is sent. */
export const UNDO_MS = 5000;

/** Whether replies wait before they are sent, as chosen in this browser. */
export type Undo = Choice & {
  /** How long a reply waits, in ms. */
  waitMs(): number;
};

export const createUndo = (local: SafeStorage): Undo => {
  const choice = createChoice(local, 'porch.agentUndo', true);
  return { ...choice, waitMs: () => (choice.on.peek() ? UNDO_MS : 0) };
};
