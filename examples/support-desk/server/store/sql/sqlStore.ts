import { sql } from 'drizzle-orm';
import type { Store } from '../store';
import type { DeskValues } from './deskValues';
import { createReads, type Database } from './sqlReads';
import { createWrites } from './sqlWrites';

/** Runs transactions on a database. */
export const transactionOf =
  (db: Database): Store['transaction'] =>
  (work) =>
    db.transaction((tx) => work({ ...createReads(tx), ...createWrites(tx) }));

/**
 * A store on an open database; `close` closes the database.
 * @param desk the result of `readDesk` for this database
 */
export const createSqlStore = (db: Database, desk: DeskValues, close: () => Promise<void>): Store => ({
  ...createReads(db),
  ...desk,
  ping: async () => {
    await db.execute(sql`select 1`);
  },
  transaction: transactionOf(db),
  close,
});
