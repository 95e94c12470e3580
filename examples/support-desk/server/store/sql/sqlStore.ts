import type { Store } from '../store';
import { createReads, type Database } from './sqlReads';
import { createWrites } from './sqlWrites';

/**
 * A store on an open database; `close` closes the database.
 * @param logId the result of `readLogId` for this database
 */
export const createSqlStore = (db: Database, logId: string, close: () => Promise<void>): Store => ({
  ...createReads(db),
  logId,
  transaction: (work) => db.transaction((tx) => work({ ...createReads(tx), ...createWrites(tx) })),
  close,
});
