import type { Store } from '../store/store';
import type { Bus, BusEvent } from './bus';

/** The most events in one call of the bus. */
const BATCH = 500;
/** A process that has not sent an event of its own for this long will not do so any longer. */
const ABANDONED_MS = 1000;
/** While the bus is slow, more events than this wait only as rows. */
const MOST_WAITING = 10_000;

type ForwarderDeps = { store: Pick<Store, 'transaction'>; bus: Bus; now: () => number };

type Waiting = BusEvent & { isStored: boolean };

/**
 * Sends events to the other processes, in order, and deletes their rows. After a failure, everything stored waits for
 * the next sweep, so that nothing overtakes it.
 */
export const createForwarder = ({ store, bus, now }: ForwarderDeps) => {
  let waiting: Waiting[] = [];
  let sending: Promise<void> | undefined;
  /** Whether rows of this process must be sent before anything else. */
  let behind = false;

  const fallBehind = (): void => {
    behind = true;
    waiting = [];
  };
  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      try {
        await bus.send(batch);
        const stored = batch.filter(({ isStored }) => isStored).map(({ id }) => id);
        if (stored.length > 0) await store.transaction((tx) => tx.deletePublications(stored));
      } catch {
        fallBehind();
      }
    }
    sending = undefined;
  };

  return {
    send(events: readonly BusEvent[], isStored: boolean): void {
      if (behind || events.length === 0) return;
      if (waiting.length + events.length > MOST_WAITING) fallBehind();
      else waiting.push(...events.map((event) => ({ ...event, isStored })));
      sending ??= sendAll();
    },
    /**
     * Sends the rows that a process left behind and, after a failure, all rows.
     * @returns rejects while the bus cannot take them
     */
    async sweep(): Promise<void> {
      if (bus.state() === 'lost') return;
      const wasBehind = behind;
      const until = wasBehind ? now() + 1 : now() - ABANDONED_MS;
      const sendSome = () =>
        store.transaction(async (tx) => {
          const events = await tx.takePublications({ before: until, limit: BATCH });
          if (events.length > 0) await bus.send(events);
          return events.length;
        });
      while ((await sendSome()) === BATCH);
      if (wasBehind) behind = false;
    },
    idle: async (): Promise<void> => sending,
  };
};
