import type { Client } from 'pg';
import { type Queries, queriesOf } from './connecting';

/**
 * Queries of a connection that are sent without waiting for earlier answers; the queries of one turn are sent as one
 * piece. The answers come in the same order.
 */
export const together = (client: Client): Queries => {
  const { stream } = client.connection;
  const { query } = queriesOf(client);
  let corked = false;
  const uncork = (): void => {
    corked = false;
    stream.uncork();
  };
  return {
    query: (text, values) => {
      if (!corked) {
        corked = true;
        stream.cork();
        process.nextTick(uncork);
      }
      return query(text, values);
    },
  };
};
