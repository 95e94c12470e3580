import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../examples/support-desk/server/process/errorCode';
import { isDatabaseAway } from '../../examples/support-desk/server/store/databaseAway';
import { aConversation } from '../support/deskRows';
import { checkNodes } from '../support/nodeSuite';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { describeStore } from './storeSuite';

describe.skipIf(!POSTGRES)('PostgreSQL', { timeout: 120_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  describeStore('PostgreSQL', async () => openDatabase({ url: await server.newDatabase() }));

  const connect = async (url: string): Promise<pg.Client> => {
    const client = new pg.Client(url);
    await client.connect();
    return client;
  };

  const search = { limit: 10, empty: true, search: 'boots' };
  /** Opens a store whose messages nobody can read until `unlock`. */
  const openLocked = async (more = '', pools = {}) => {
    const url = await server.newDatabase();
    const store = await openDatabase({ url: `${url}${more}`, ...pools });
    const [holder, observer] = [await connect(url), await connect(url)];
    await holder.query('begin; lock table messages in access exclusive mode');
    const unlock = () => holder.query('rollback');
    const waiting = async () =>
      (
        await observer.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount;
    const close = async () => {
      await unlock();
      await store.close();
      await Promise.all([holder.end(), observer.end()]);
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

  it('never ends another read with the one that nobody waits for any more', async () => {
    const store = await openDatabase({ url: await server.newDatabase(), agentPoolSize: 1 });
    const errors: unknown[] = [];
    for (let round = 0; round < 300; round++) {
      const request = new AbortController();
      const left = store.inbox(search, request.signal).catch(() => undefined);
      for (let turn = 0; turn < round % 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      request.abort();
      for (let read = 0; read < 3; read++)
        await store.inbox({ ...search }).catch((error) => errors.push(error));
      await left;
    }
    expect(errors).toEqual([]);
    await store.close();
  });

  it('says by a code why it cannot connect', async () => {
    const url = await server.newDatabase();
    const codeAt = (address: string) => openDatabase({ url: address }).then(() => undefined, codeOf);
    expect(await codeAt(`${url}?sslmode=require`)).toBe('NO_TLS');
    expect(await codeAt(`${url}none`)).toBe('3D000');
    expect(await codeAt('postgres://desk@127.0.0.1:9/desk')).toBe('ECONNREFUSED');
    expect(await codeAt(`${url}?lock_timeout=soon`)).toBe('22023');
  });

  it('runs few searches at once, and none on the connections of visitors', async () => {
    const { store, waiting, unlock, close } = await openLocked('', { poolSize: 2, agentPoolSize: 8 });
    const searches = Array.from({ length: 10 }, () => store.for?.('agents').inbox(search));
    await expect.poll(waiting).toBe(2);
    expect(await store.userById('nobody')).toBeUndefined();
    const busy = () =>
      Object.fromEntries(Object.entries(store.pools).map(([name, gate]) => [name, gate.busy()]));
    expect(busy()).toEqual({ visitors: 0, agents: 2, desk: 0 });
    expect(store.pools.visitors?.size).toBe(2);
    // What agents change, and who calls, waits for no list.
    await store.for?.('agents').transaction((tx) => tx.lockDesk());
    expect(await store.for?.('desk').agentById('nobody')).toBeUndefined();
    await unlock();
    expect(await Promise.all(searches)).toEqual(Array(10).fill([]));
    await close();
  });

  it('goes on with the connections that the server gives', async () => {
    const url = await server.newDatabase();
    const admin = await connect(url);
    const name = new URL(url).pathname.slice(1);
    await admin.query(`create role few login connection limit 3; alter database ${name} owner to few`);
    await admin.query('alter schema public owner to few');
    await admin.end();
    const few = url.replace('porch@', 'few@');
    const store = await openDatabase({ url: few, poolSize: 5 });
    const read = () => store.userById('nobody');
    // The connection that watches, and two for twenty reads at once.
    const together = () => Promise.all(Array.from({ length: 20 }, read));
    expect(await together()).toEqual(Array(20).fill(undefined));
    await store.close();
    // With none left but the one that watches, each is told at once.
    const last = await connect(few);
    const others = await connect(few);
    const full = await openDatabase({ url: few, poolSize: 5 });
    const refused = Array.from({ length: 20 }, () => full.userById('nobody').catch(codeOf));
    expect(await Promise.all(refused)).toEqual(Array(20).fill('53300'));
    await Promise.all([others.end(), last.end()]);
    await full.close();
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
    const client = await connect(url);
    await client.query(`
      create function refuse() returns event_trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '42501'; end $$;
      create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse();`);
    const warnings: string[] = [];
    const open = async () => {
      const opened = await openDatabase({ url }, { warn: (line) => void warnings.push(line) });
      await opened.buildIndexes(new AbortController().signal);
      return opened;
    };
    const store = await open();
    expect(warnings).toEqual([
      "The database has no search index (42501), so agents' searches read every message. As its administrator, run: CREATE EXTENSION pg_trgm",
    ]);
    expect(await store.inbox(search)).toEqual([]);
    await store.close();
    await client.query('drop event trigger refuse');
    await (await open()).close();
    const indexes = await client.query("select 1 from pg_indexes where indexname like '%\\_words'");
    expect(indexes.rowCount).toBe(8);
    expect(warnings).toHaveLength(1);
    await client.end();
  });

  it('announces the index of a table with many messages before it is built', async () => {
    const url = await server.newDatabase();
    const store = await openDatabase({ url });
    const conversation = aConversation('u');
    const client = await connect(url);
    await client.query(
      "insert into users (id, conversation_started, properties, clients, created_at) values ('u', true, '{}', '[]', 1)",
    );
    await store.transaction((tx) => tx.insertConversation(conversation));
    await store.close();
    await client.query(
      `insert into messages (id, conversation_id, received, role, type, body)
        select 'm' || i, $1, i, 'appUser', 'text', '{"text": "x"}' from generate_series(1, 20001) i`,
      [conversation.id],
    );
    const said: string[] = [];
    const again = await openDatabase({ url }, { say: (line) => void said.push(line) });
    await again.buildIndexes(new AbortController().signal);
    expect(said).toEqual(['Building the search index of the messages. This takes up to some minutes, once.']);
    expect(await again.inbox({ ...search, search: 'x' })).toHaveLength(1);
    await again.close();
    await client.end();
  });

  it('has the rows of its processes', async () => {
    const store = await openDatabase({ url: await server.newDatabase() });
    await checkNodes(store.nodes);
    await store.close();
  });
});
