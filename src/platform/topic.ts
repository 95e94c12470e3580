/** Passes events to its listeners. */
export type Topic<Event extends unknown[]> = {
  /** @returns a function that removes the listener */
  on(listener: (...event: Event) => void): () => void;
  emit(...event: Event): void;
};

/** Creates a topic, to which its owner publishes. Changes made during an event take effect with the next. */
export const createTopic = <Event extends unknown[]>(): Topic<Event> => {
  const listeners = new Set<(...event: Event) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(...event) {
      for (const listener of [...listeners]) listener(...event);
    },
  };
};
