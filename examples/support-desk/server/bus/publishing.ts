import type { DeskOperations, DeskStore } from '../domain/deps';
import type { DeskEvent } from '../model/deskEvents';
import { collectPublications, type Publication, type Publisher, publish } from '../model/publisher';
import type { Listener } from '../store/integrationsStore';
import { type Operations, operationsFor, type Store, type Transaction } from '../store/store';
import type { Bus, BusEvent, Missed } from './bus';
import { createForwarder } from './forwarder';
import { createRecentIds } from './recentIds';

/** More than a bus delivers late. An older event that is repeated reaches clients, which know its message by its id. */
const REMEMBERED = 20_000;

type PublishingDeps = {
  store: Store;
  /** Publishes to the clients of this process. */
  local: Publisher;
  newId: () => string;
  now: () => number;
  /** The other processes of the desk. Without it, nothing is written for them. */
  bus?: Bus;
  /** Called for what this process publishes. */
  onPublish?: (publication: Publication) => void;
  /** Stores what to send to integrations, in the transaction of the change. Without it, they get nothing. */
  integrations?: {
    /** @returns whether there is something to send */
    record(
      tx: Transaction,
      events: readonly DeskEvent[],
      listenersOf: Transaction['lockListeners'],
    ): Promise<boolean>;
    /** Called once that is committed. */
    onRecorded(): void;
  };
  /** Stores what to push to agents, in the transaction of the change. Without it, they get nothing. */
  recordAlerts?(tx: Transaction, publications: readonly Publication[]): Promise<void>;
  /** Makes every client subscribe again, because events may have been missed. */
  onGap?: () => void;
  /** Publishes the newest version of a message to the clients of this process. */
  onMissed?: (missed: Missed) => void;
};

/** Publishes what transactions have changed: here once they commit, and in the other processes. */
export type Publishing = {
  store: DeskStore;
  /** Sends events that no transaction stores. They are lost if the bus is. */
  publisher: Publisher;
  /** Sends stored but unsent events, such as those of a process that was killed. */
  sweep(): Promise<void>;
  /** Stops receiving from the others. Resolves once nothing is being sent. */
  close(): Promise<void>;
};

export const createPublishing = ({
  store,
  local,
  newId,
  now,
  bus,
  onPublish,
  integrations,
  recordAlerts,
  onGap = () => undefined,
  onMissed,
}: PublishingDeps): Publishing => {
  const recent = createRecentIds(REMEMBERED);
  const forwarder = bus && createForwarder({ store: operationsFor(store, 'desk'), bus, now });
  const deliver = ({ id, publication }: BusEvent): void => {
    if (recent.add(id)) publish(local, publication);
  };
  const named = (publication: Publication): BusEvent => ({ id: newId(), publication });
  const stop = bus?.hear(deliver, onGap, onMissed);
  const send = (events: readonly BusEvent[], areStored: boolean): void => {
    for (const event of events) {
      deliver(event);
      onPublish?.(event.publication);
    }
    forwarder?.send(events, areStored);
  };
  const publishing = (operations: Operations): DeskOperations => ({
    ...operations,
    transaction: async (work) => {
      const events: BusEvent[] = [];
      const happened: DeskEvent[] = [];
      const afterwards: (() => void)[] = [];
      const asked = new Map<DeskEvent['type'], Promise<Listener[]>>();
      let isRecorded = false;
      const publisher = collectPublications((publication) => events.push(named(publication)));
      const tellIntegrations = (event: DeskEvent): void => void happened.push(event);
      const result = await operations.transaction(async (tx) => {
        events.length = 0;
        happened.length = 0;
        afterwards.length = 0;
        asked.clear();
        const afterCommit = (work: () => void): void => void afterwards.push(work);
        const listenersOf = (type: DeskEvent['type']) => asked.get(type) ?? tx.lockListeners(type);
        const mayTell = (type: DeskEvent['type']): void => {
          if (!integrations) return;
          const listeners = tx.lockListeners(type);
          // `listenersOf` passes on the error.
          listeners.catch(() => undefined);
          asked.set(type, listeners);
        };
        const done = await work({ ...tx, publisher, tellIntegrations, mayTell, afterCommit });
        if (happened.length > 0)
          isRecorded = (await integrations?.record(tx, happened, listenersOf)) ?? false;
        if (events.length > 0)
          await recordAlerts?.(
            tx,
            events.map(({ publication }) => publication),
          );
        if (bus && events.length > 0) await tx.insertPublications(events, now());
        return done;
      });
      send(events, true);
      for (const work of afterwards) work();
      if (isRecorded) integrations?.onRecorded();
      return result;
    },
  });
  const own = publishing(store);
  return {
    store: {
      ...store,
      ...own,
      for: (party) => (party === 'visitors' ? own : publishing(operationsFor(store, party))),
    },
    publisher: collectPublications((publication) => send([named(publication)], false)),
    sweep: async () => forwarder?.sweep(),
    close: async () => {
      stop?.();
      await forwarder?.idle();
    },
  };
};
