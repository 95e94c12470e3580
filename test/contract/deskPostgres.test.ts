import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseAway } from '../../examples/support-desk/server/databaseAway';
import { openDatabase } from '../../examples/support-desk/server/store/sql/openDatabase';
import { aConversation } from '../support/deskRows';
import { checkNodes } from '../support/nodeSuite';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { describeStore } from './storeSuite';

describe.skipIf(!POSTGRES)('PostgreSQL', { timeout: 120_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  describeStore('PostgreSQL', async () => openDatabase({ url: await server.newDatabase() }));

  const search = { limit: 10, empty: true, search: 'boots' };
  /** Opens a store whose messages nobody can read until `unlock`. */
  const openLocked = async (more = '', pools = {}) => {
    const url = await server.newDatabase();
    const store = await openDatabase({ url: `${url}${more}`, ...pools });
    const sql = postgres(url, { max: 2 });
    let unlock = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    const locked = new Promise<void>((resolve) => {
      void sql.begin(async (tx) => {
        await tx`lock table messages in access exclusive mode`;
        resolve();
        await held;
      });
    });
    await locked;
    const waiting = async () =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length;
    const close = async () => {
      unlock();
      await store.close();
      await sql.end();
    };
    return { store, waiting, unlock, close };
  };

  it('ends a search on the server when nobody waits for it any more', async () => {
    const { store, waiting, close } = await openLocked();
    const request = new AbortController();
    const reading = store.inbox(search, request.signal);
    await expect.poll(waiting).toBe(1);
    request.abort();
    await expect(reading).rejects.toThrow();
    await expect.poll(waiting).toBe(0);
    await close();
  });

  it('runs few searches at once, and none on the connections of the rest', async () => {
    const { store, waiting, unlock, close } = await openLocked('', { poolSize: 2, agentPoolSize: 8 });
    const searches = Array.from({ length: 10 }, () => store.inbox(search));
    await expect.poll(waiting).toBe(2);
    expect(await store.userById('nobody')).toBeUndefined();
    expect(store.pools.agents?.busy()).toBe(2);
    expect(store.pools.rest?.size).toBe(2);
    unlock();
    expect(await Promise.all(searches)).toEqual(Array(10).fill([]));
    await close();
  });

  it('ends a statement at the time limit, which counts as a database that cannot answer now', async () => {
    const { store, close } = await openLocked('?statement_timeout=100');
    const error = await store.messageById('c', 'm').catch((thrown: unknown) => thrown);
    expect(isDatabaseAway(error)).toBe(true);
    expect(isDatabaseAway(new Error('another'))).toBe(false);
    await close();
  });

  it('has a desk without the search index where the extension is refused, with one warning', async () => {
    const url = await server.newDatabase();
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await sql.unsafe(`
      create function refuse() returns event_trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '42501'; end $$;
      create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse();`);
    const warnings: string[] = [];
    const store = await openDatabase({ url }, { warn: (line) => void warnings.push(line) });
    expect(warnings).toEqual([
      "The database has no search index (42501), so agents' searches read every message. As its administrator, run: CREATE EXTENSION pg_trgm",
    ]);
    expect(await store.inbox(search)).toEqual([]);
    await store.close();
    await sql.unsafe('drop event trigger refuse');
    const again = await openDatabase({ url }, { warn: (line) => void warnings.push(line) });
    await again.close();
    expect(await sql`select 1 from pg_indexes where indexname like '%\\_words'`).toHaveLength(3);
    expect(warnings).toHaveLength(1);
    await sql.end();
  });

  it('announces the index of a table with many messages before it is built', async () => {
    const url = await server.newDatabase();
    const store = await openDatabase({ url });
    const conversation = aConversation('u');
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    await sql`insert into users (id, conversation_started, properties, clients, created_at) values ('u', true, '{}', '[]', 1)`;
    await store.transaction((tx) => tx.insertConversation(conversation));
    await store.close();
    await sql`drop index messages_words`;
    await sql`insert into messages (id, conversation_id, received, role, type, body)
      select 'm' || i, ${conversation.id}, i, 'appUser', 'text', '{"text": "x"}' from generate_series(1, 20001) i`;
    const said: string[] = [];
    const again = await openDatabase({ url }, { say: (line) => void said.push(line) });
    expect(said).toEqual(['Building the search index of the messages. This takes up to some minutes, once.']);
    expect(await again.inbox({ ...search, search: 'x' })).toHaveLength(1);
    await again.close();
    await sql.end();
  });

  it('has the rows of its processes', async () => {
    const store = await openDatabase({ url: await server.newDatabase() });
    await checkNodes(store.nodes);
    await store.close();
  });
});
