import type { Bus } from '../../../../examples/support-desk/server/bus/bus';
import type { Store } from '../../../../examples/support-desk/server/store/store';

/** Breaks the server on purpose, to see that schedules notice. */
export type Spoil = { bus?: (bus: Bus) => Bus; store?: (store: Store) => Store };

/** By what is broken. */
export const SPOILS = {
  /** No process knows which events it has published. */
  'ids are not remembered': {
    bus: (bus) => ({
      ...bus,
      hear: (on, onGap) => bus.hear((event) => on({ ...event, id: `${event.id}-${Math.random()}` }), onGap),
    }),
  },
  /** Nobody sends what is left as rows, for each process takes the bus for lost. */
  'nobody sweeps': { bus: (bus) => ({ ...bus, state: () => 'lost' }) },
  /** A process does not care whether it has missed events. */
  'a gap is ignored': {
    bus: (bus) => ({ ...bus, hear: (on) => bus.hear(on, () => undefined) }),
  },
  /** What is sent has no rows. */
  'events are not stored': {
    store: (store) => ({
      ...store,
      transaction: (work) =>
        store.transaction((tx) => work({ ...tx, insertPublications: () => Promise.resolve() })),
    }),
  },
  /** A change is told, and answered, before it is known whether its commit succeeds. */
  'events are published before the commit': {
    store: (store) => ({
      ...store,
      transaction: async <T>(work: Parameters<typeof store.transaction<T>>[0]) => {
        const early: { done?: { value: T } } = {};
        const commit = store.transaction(async (tx) => {
          const value = await work(tx);
          early.done = { value };
          return value;
        });
        return commit.catch((error: unknown) => {
          if (early.done) return early.done.value;
          throw error;
        });
      },
    }),
  },
} satisfies Record<string, Spoil>;
