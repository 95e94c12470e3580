import { signal } from '@preact/signals-react';

/** The least time between two typing reports, and the pause after which typing counts as ended, in ms. */
const TYPING_MS = 3000;
/** The time after which a visitor's typing is cleared if no end arrives, in ms. */
const FORGET_MS = 10_000;

export type TypingType = 'typing:start' | 'typing:stop';

/** Reports the agent's typing to the desk. */
export type OwnTyping = {
  /** Called for each change of the reply; an empty text ends typing. */
  input(conversationId: string, text: string): void;
  /** Ends typing at once, because the reply was sent or the conversation left. */
  stop(): void;
};

export const createOwnTyping = (post: (conversationId: string, type: TypingType) => void): OwnTyping => {
  let current: string | undefined;
  let toldAt = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;

  const stop = (): void => {
    clearTimeout(idle);
    if (current === undefined) return;
    post(current, 'typing:stop');
    current = undefined;
  };

  return {
    stop,
    input: (conversationId, text) => {
      if (current !== undefined && current !== conversationId) stop();
      if (!text.trim()) return stop();
      if (current === undefined || Date.now() - toldAt >= TYPING_MS) {
        current = conversationId;
        toldAt = Date.now();
        post(conversationId, 'typing:start');
      }
      clearTimeout(idle);
      idle = setTimeout(stop, TYPING_MS);
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

export const createVisitorTyping = (): VisitorTyping => {
  const typing = signal<ReadonlySet<string>>(new Set());
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const stop = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
    if (!typing.peek().has(id)) return;
    typing.value = new Set([...typing.peek()].filter((other) => other !== id));
  };

  return {
    isTyping: (id) => typing.value.has(id),
    stop,
    start: (id) => {
      clearTimeout(timers.get(id));
      timers.set(
        id,
        setTimeout(() => stop(id), FORGET_MS),
      );
      if (!typing.peek().has(id)) typing.value = new Set([...typing.peek(), id]);
    },
    dispose: () => {
      for (const id of [...timers.keys()]) stop(id);
    },
  };
};
