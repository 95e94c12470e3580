import { signal } from '@preact/signals-react';

/** How often typing is told at most, and after which pause it counts as ended, in ms. */
const TYPING_MS = 3000;
/** A visitor whose end of typing never arrives: cleared after this, in ms (FACTS.md 2.8). */
const FORGET_MS = 10_000;

export type TypingType = 'typing:start' | 'typing:stop';

/** Tells the desk that the agent types. */
export type OwnTyping = {
  /** Each change of the reply; an empty one ends the typing. */
  input(conversationId: string, text: string): void;
  /** Sent, or left: ends the typing at once. */
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

/** Which visitors type right now. */
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
