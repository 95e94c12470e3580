/** Passes events on to whoever listens. */
export type Topic<Event extends unknown[]> = {
  /** @returns a function that removes the listener */
  on(listener: (...event: Event) => void): () => void;
  emit(...event: Event): void;
};

/** Creates a topic, which its owner publishes. A listener that is added or removed by another one counts from the next event. */
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
