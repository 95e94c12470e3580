import type { Store } from '../store';
import { createReads, type Database } from './sqlReads';
import { createWrites } from './sqlWrites';

/**
 * The store on an open database; `close` is the database's own.
 * @param logId what `readLogId` of this database gave
 */
export const createSqlStore = (db: Database, logId: string, close: () => Promise<void>): Store => ({
  ...createReads(db),
  logId,
  transaction: (work) => db.transaction((tx) => work({ ...createReads(tx), ...createWrites(tx) })),
  close,
});
