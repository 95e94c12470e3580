import { randomUUID } from 'node:crypto';
import type { Store, Transaction } from '../../../examples/support-desk/server/store/store';
import { createReads, createTables, type Tables } from './memoryReads';
import { createWrites } from './memoryWrites';

/**
 * A store of plain maps, for tests and fault simulation, where a database would add real time. Transactions
 * run one after another, in the order of the calls.
 * @param logId the name of its message log; it must differ between stores that one client may meet
 * @param tables its first content; the store takes them over
 */
export const createMemoryStore = (logId: string, tables: Tables = createTables()): Store => {
  const reads = createReads(tables);
  let tail: Promise<unknown> = Promise.resolve();
  const run = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    const undo: (() => void)[] = [];
    try {
      return await work({ ...reads, ...createWrites(tables, undo) });
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  };
  return {
    ...reads,
    logId,
    campaignKey: randomUUID(),
    addressKey: randomUUID(),
    transaction: (work) => {
      const done = tail.then(() => run(work));
      tail = done.catch(() => undefined);
      return done;
    },
    ping: async () => undefined,
    close: async () => undefined,
  };
};
