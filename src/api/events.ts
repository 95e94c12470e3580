/** What a listener of the page is told; the envelope of FACTS.md 1.3. `createdAt` is milliseconds. */
export type EventEnvelope = { id: string; createdAt: number; type: string };

/** The events of `messenger:on` and what each hands over. */
export type EventMap = { open: EventEnvelope; close: EventEnvelope; unreadMessages: number };

export type Events = ReturnType<typeof createEvents>;

/** @param report told when a listener of the page throws, which must not reach the messenger */
export const createEvents = (deps: { report: (message: string, cause: unknown) => void }) => {
  const listeners = new Map<keyof EventMap, Set<(data: never) => void>>();
  return {
    /** @returns the unsubscribe */
    on<K extends keyof EventMap>(event: K, listener: (data: EventMap[K]) => void): () => void {
      const set = listeners.get(event) ?? new Set();
      // Wrapped, so that the same function may be subscribed twice and removed once.
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
