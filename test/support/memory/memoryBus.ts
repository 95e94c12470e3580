import type { Bus, BusEvent } from '../../../examples/support-desk/server/bus/bus';

type Hearer = { on(event: BusEvent): void; onGap(): void };

/** What lies between the processes of a desk in memory. */
export type MemoryHub = {
  /** The bus of another process. */
  join(): Bus;
  /** While it is lost, nothing can be sent. */
  lose(): void;
  find(): void;
  /** Tells every process that it may have missed events. */
  gap(): void;
  /** Decides when, how often and whether an event reaches a process; at once, and once, by default. */
  deliver: (hand: () => void) => void;
};

/** Connects desks in one process, for tests. Events are copied, as over a network. */
export const createMemoryHub = (): MemoryHub => {
  const hearers = new Set<Hearer>();
  let isLost = false;
  const hub: MemoryHub = {
    join: () => {
      const own = new Set<Hearer>();
      return {
        send: async (events) => {
          if (isLost) throw new Error('The bus is lost');
          for (const event of structuredClone(events))
            for (const { on } of hearers) hub.deliver(() => on(event));
        },
        hear: (on, onGap) => {
          const hearer = { on, onGap };
          hearers.add(hearer);
          own.add(hearer);
          return () => void hearers.delete(hearer);
        },
        state: () => (isLost ? 'lost' : 'ok'),
        close: async () => {
          for (const hearer of own) hearers.delete(hearer);
        },
      };
    },
    lose: () => {
      isLost = true;
    },
    find: () => {
      isLost = false;
    },
    gap: () => {
      for (const { onGap } of hearers) onGap();
    },
    deliver: (hand) => hand(),
  };
  return hub;
};
