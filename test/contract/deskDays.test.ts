import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { day, play } from '../support/days/play';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, startPostgres } from '../support/postgres';

/** About 0.13 s each. */
const DAYS = Number(process.env.DAYS_ON_POSTGRES ?? 200);

it.skipIf(!POSTGRES)(
  'a visitor who waits is somebody’s on PostgreSQL, too',
  { timeout: 900_000 },
  async () => {
    const server = await startPostgres();
    const databaseUrl = await server.newDatabase();
    const store = await openDatabase({ url: databaseUrl });
    const client = new pg.Client(databaseUrl);
    await client.connect();
    const { rows } = await client.query(
      `select string_agg(quote_ident(tablename), ',') as names from pg_tables where schemaname = 'public'`,
    );
    const { names } = rows[0] as { names: string };
    let played = 0;
    try {
      await fc.assert(
        fc.asyncProperty(day, async (one) => {
          await client.query(`truncate ${names} cascade`);
          await play(one, undefined, store);
          played += 1;
        }),
        { numRuns: DAYS },
      );
      expect(played).toBe(DAYS);
    } finally {
      await client.end();
      await store.close();
      await server.close();
    }
  },
);
