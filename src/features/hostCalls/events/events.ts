/** The argument of a page's listener. `createdAt` is in milliseconds. */
export type EventEnvelope = { id: string; createdAt: number; type: string };

/** The events of `messenger:on` and the argument of each. */
export type EventMap = { open: EventEnvelope; close: EventEnvelope; unreadMessages: number };

export type Events = ReturnType<typeof createEvents>;

/**
 * Creates the page's event listeners.
 * @param report called when a listener throws; the error must not reach the messenger
 */
export const createEvents = (deps: { report: (message: string, cause: unknown) => void }) => {
  const listeners = new Map<keyof EventMap, Set<(data: never) => void>>();
  return {
    /** @returns a function that unsubscribes */
    on<K extends keyof EventMap>(event: K, listener: (data: EventMap[K]) => void): () => void {
      const set = listeners.get(event) ?? new Set();
      // Wrapped, so that the same function can be subscribed twice and each subscription removed separately.
      const entry = (data: EventMap[K]) => listener(data);
      listeners.set(event, set.add(entry));
      return () => void set.delete(entry);
    },
    emit<K extends keyof EventMap>(event: K, data: EventMap[K]): void {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        try {
          listener(data as never);
        } catch (cause) {
          deps.report(`A listener of '${event}' failed`, cause);
        }
      }
    },
  };
};
