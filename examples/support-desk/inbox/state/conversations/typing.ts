import type { Clock } from '@porch/messenger/platform/clock';
import { createTimer, createTimers } from '@porch/messenger/platform/timer';
import { signal } from '@preact/signals-react';

/** The least time between two typing reports, and the pause after which typing counts as ended, in ms. */
const TYPING_MS = 3000;
/** The time after which a visitor's typing is cleared if no end arrives, in ms. */
const FORGET_MS = 10_000;

type TypingType = 'typing:start' | 'typing:stop';

/** Reports the agent's typing to the desk. */
export type OwnTyping = {
  /** Called for each change of the reply; an empty text ends typing. */
  input(conversationId: string, text: string): void;
  /** Ends typing at once, because the reply was sent or the conversation left. */
  stop(): void;
};

export const createOwnTyping = (
  clock: Clock,
  post: (conversationId: string, type: TypingType) => void,
): OwnTyping => {
  let current: string | undefined;
  let toldAt = 0;
  const idle = createTimer(clock);

  const stop = (): void => {
    idle.stop();
    if (current === undefined) return;
    post(current, 'typing:stop');
    current = undefined;
  };

  return {
    stop,
    input: (conversationId, text) => {
      if (current !== undefined && current !== conversationId) stop();
      if (!text.trim()) return stop();
      if (current === undefined || clock.now() - toldAt >= TYPING_MS) {
        current = conversationId;
        toldAt = clock.now();
        post(conversationId, 'typing:start');
      }
      idle.set(TYPING_MS, stop);
    },
  };
};

/** Tracks which visitors are typing. */
export type VisitorTyping = {
  isTyping(conversationId: string): boolean;
  start(conversationId: string): void;
  stop(conversationId: string): void;
  dispose(): void;
};

export const createVisitorTyping = (clock: Pick<Clock, 'after'>): VisitorTyping => {
  const typing = signal<ReadonlySet<string>>(new Set());
  const timers = createTimers(clock);

  const stop = (id: string): void => {
    timers.stop(id);
    if (!typing.peek().has(id)) return;
    typing.value = new Set([...typing.peek()].filter((other) => other !== id));
  };

  return {
    isTyping: (id) => typing.value.has(id),
    stop,
    start: (id) => {
      timers.set(id, FORGET_MS, () => stop(id));
      if (!typing.peek().has(id)) typing.value = new Set([...typing.peek(), id]);
    },
    dispose: timers.stopAll,
  };
};
