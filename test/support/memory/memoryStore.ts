import { randomUUID } from 'node:crypto';
import { newPushKey } from '../../../examples/support-desk/server/store/sql/deskValues';
import type { Store, Transaction } from '../../../examples/support-desk/server/store/store';
import { createReads, createTables, type Tables } from './memoryReads';
import { createWrites } from './memoryWrites';

/**
 * A store of plain maps, for tests and fault simulation, where a database would add real time. Transactions
 * run one after another, in the order of the calls; but once one has taken publications, which locks only them, the next
 * one runs.
 * @param logId the name of its message log; it must differ between stores that one client may meet
 * @param tables its first content; the store takes them over
 */
export const createMemoryStore = (logId: string, tables: Tables = createTables()): Store => {
  const reads = createReads(tables);
  let tail: Promise<unknown> = Promise.resolve();
  /** The undo steps of the transaction that runs. */
  let undo: (() => void)[] = [];
  let letNext = (): void => undefined;
  // Made once: a schedule of the fault tests has hundreds of transactions.
  const writes = createWrites(tables, { push: (step) => void undo.push(step) });
  const tx: Transaction = {
    ...reads,
    ...writes,
    takePublications: async (which) => {
      const taken = await writes.takePublications(which);
      letNext();
      return taken;
    },
  };
  const run = async <T>(work: (tx: Transaction) => Promise<T>, onTaken: () => void): Promise<T> => {
    const own: (() => void)[] = [];
    undo = own;
    letNext = onTaken;
    try {
      return await work(tx);
    } catch (error) {
      for (const step of own.reverse()) step();
      throw error;
    }
  };
  return {
    ...reads,
    logId,
    campaignKey: randomUUID(),
    addressKey: randomUUID(),
    replyKey: randomUUID(),
    deviceKey: randomUUID(),
    pushKey: newPushKey(),
    integrationId: 'web',
    transaction: (work) => {
      let onTaken = (): void => undefined;
      const hasTaken = new Promise<void>((resolve) => {
        onTaken = resolve;
      });
      const done = tail.then(() => run(work, onTaken));
      tail = Promise.race([done.catch(() => undefined), hasTaken]);
      return done;
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
};
