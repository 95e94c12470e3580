import { sql } from 'drizzle-orm';
import type { Store, Transaction } from '../store';
import type { Database } from './database';
import type { DeskValues } from './deskValues';
import type { Later } from './sqlMessageWrites';
import { createReads } from './sqlReads';
import { createWrites } from './sqlWrites';

/**
 * The operations of transactions on a connection. Its statements are built once for all of them.
 * @param later takes a write without a result; it runs before the next query
 */
export const operationsOn = (db: Database, later: Later): Transaction => ({
  ...createReads(db),
  ...createWrites(db, later),
});

/**
 * A store on an open database; `close` closes the database.
 * @param desk the result of `readDesk` for this database
 * @param transaction runs transactions on it
 */
export const createSqlStore = (
  db: Database,
  desk: DeskValues,
  transaction: Store['transaction'],
  close: () => Promise<void>,
): Store => ({
  ...createReads(db),
  ...desk,
  ping: async () => {
    await db.execute(sql`select 1`);
  },
  transaction,
  close,
});
