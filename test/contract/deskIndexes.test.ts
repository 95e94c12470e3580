import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenStore } from '../../examples/support-desk/server/store/sql/openStore';
import { aConversation, aUser, newId } from '../support/deskRows';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';

const PAUSE_MS = 20;
/** The first that is built on `messages`. */
const FIRST = 'messages_sent';

describe.skipIf(!POSTGRES)('the indexes that PostgreSQL builds beside writers', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  /** A desk without the index, and somebody in the middle of a change of its table, for whom the build waits. */
  const openHeld = async () => {
    const url = await server.newDatabase();
    const stores: OpenStore[] = [await openDatabase({ url }), await openDatabase({ url })];
    const [holder, observer] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([holder.connect(), observer.connect()]);
    await holder.query('begin; lock table messages in row exclusive mode');
    const rows = async (text: string) => (await observer.query(text)).rows;
    return {
      stores,
      release: () => holder.query('rollback'),
      builders: () =>
        rows(`select pid from pg_stat_activity
          where query ~ '^(create|drop) index concurrently.*${FIRST}' and state = 'active'`),
      index: async () =>
        (
          await rows(`select indisvalid as valid from pg_index where indexrelid = to_regclass('${FIRST}')`)
        )[0],
      kill: (pid: number) => observer.query('select pg_terminate_backend($1)', [pid]),
      close: async () => {
        await Promise.all(stores.map((store) => store.close()));
        await Promise.all([holder.end(), observer.end()]);
      },
    };
  };
  const post = (store: OpenStore) =>
    store.transaction(async (tx) => {
      const conversation = aConversation(newId());
      await tx.insertUser(aUser({ id: conversation.userId }));
      await tx.insertConversation(conversation);
      const of = { conversationId: conversation.id, role: 'appUser', type: 'text' } as const;
      await tx.insertMessage({ ...of, id: newId(), referenceId: null, received: 1, body: { text: 'Hello' } });
    });

  it('are built by one process of two, while posts go on', async () => {
    const { stores, builders, release, index, close } = await openHeld();
    const { signal } = new AbortController();
    const building = stores.map((store) => store.buildIndexes(signal, PAUSE_MS));
    await expect.poll(builders).toHaveLength(1);
    for (const store of stores) await post(store);
    expect(await builders()).toHaveLength(1);
    expect(await index()).toEqual({ valid: false });
    await release();
    await Promise.all(building);
    expect(await index()).toEqual({ valid: true });
    await close();
  });

  it('are built anew where what built them was killed, and by the next process where it has ended', async () => {
    const { stores, builders, release, kill, index, close } = await openHeld();
    const [one, two] = stores;
    const ending = new AbortController();
    const first = one?.buildIndexes(ending.signal, PAUSE_MS);
    await expect.poll(builders).toHaveLength(1);
    const [{ pid }] = (await builders()) as [{ pid: number }];
    await kill(pid);
    // The same process again, on another connection.
    await expect.poll(async () => (await builders()).map((row) => row.pid === pid)).toEqual([false]);
    ending.abort();
    await first;
    expect(await builders()).toEqual([]);
    expect(await index()).toEqual({ valid: false });
    await release();
    await two?.buildIndexes(new AbortController().signal, PAUSE_MS);
    expect(await index()).toEqual({ valid: true });
    await close();
  });
});
