import type { Store } from '../store';
import type { Queries } from './connecting';
import type { Database } from './database';
import { operationsOn } from './sqlStore';

export type Transactions = Store['transaction'];

/**
 * Runs transactions on a connection, one after another. `begin` is sent with the first statement. Nothing waits for
 * mere writes: if one fails, PostgreSQL refuses everything after it and rolls back.
 * @param db makes its statements of these queries
 */
export const createTransactions = (queries: Queries, db: Database): Transactions => {
  let sent: Promise<unknown>[] = [];
  const send = (query: Promise<unknown>): void => {
    // The end of the transaction throws the error.
    query.catch(() => undefined);
    sent.push(query);
  };
  const operations = operationsOn(db, async (query) => send(query));
  return async (work) => {
    sent = [];
    send(queries.query('begin'));
    try {
      const result = await work(operations);
      send(queries.query('commit'));
      await Promise.all(sent);
      return result;
    } catch (error) {
      // A connection that cannot do it is not used again.
      await queries.query('rollback').catch(() => undefined);
      // The first failure is the reason for all others.
      await Promise.all(sent);
      throw error;
    }
  };
};
