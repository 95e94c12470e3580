import fc from 'fast-check';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenStore } from '../../examples/support-desk/server/store/sql/openStore';
import type { Operations } from '../../examples/support-desk/server/store/store';
import { aConversation, aUser } from '../support/deskRows';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresReplica, type PostgresServer, startPostgres } from '../support/postgres';

type Desk = { store: OpenStore; agents: Operations; url: string; fromReplica: () => number };

describe.skipIf(!POSTGRES)('a replica that agents read from', { timeout: 120_000 }, () => {
  let primary: PostgresServer;
  let replica: PostgresReplica;
  const open: OpenStore[] = [];
  beforeAll(async () => {
    primary = await startPostgres();
    replica = await primary.replicate();
  });
  afterEach(async () => {
    replica.thaw();
    await Promise.all(open.splice(0).map((store) => store.close()));
  });
  afterAll(async () => {
    await replica.close();
    await primary.close();
  });

  const openDesk = async (readUrlOf = (url: string) => replica.urlOf(url)): Promise<Desk> => {
    const url = await primary.newDatabase();
    let reads = 0;
    const onPoolWait = (pool: string): void => {
      if (pool === 'replica') reads++;
    };
    const store = await openDatabase({ url, readUrl: readUrlOf(url), onPoolWait });
    open.push(store);
    const agents = store.for?.('agents') ?? store;
    return { store, agents, url, fromReplica: () => reads };
  };
  const write = async ({ store }: Pick<Desk, 'store'>): Promise<string> => {
    const user = aUser();
    const conversation = aConversation(user.id);
    await store.transaction(async (tx) => {
      await tx.insertUser(user);
      await tx.insertConversation(conversation);
    });
    return conversation.id;
  };
  const listed = async ({ agents }: Pick<Desk, 'agents'>): Promise<string[]> =>
    (await agents.inbox({ limit: 1000, empty: true })).map(({ conversation }) => conversation.id).sort();
  /** Asks the replica something, such as to stop applying changes. */
  const tell = async (url: string, statement: string): Promise<void> => {
    const client = new pg.Client(replica.urlOf(url));
    await client.connect();
    await client.query(statement);
    await client.end();
  };

  it('shows agents at once what has changed, from the replica', async () => {
    const desk = await openDesk();
    const ids: string[] = [];
    for (let round = 0; round < 10; round++) {
      ids.push(await write(desk));
      expect(await listed(desk)).toEqual([...ids].sort());
    }
    expect(desk.fromReplica()).toBeGreaterThan(0);
    expect(await desk.store.replica?.check()).toBe('ok');
  });

  it('shows everything that is committed, however late the replica is, in generated schedules', async () => {
    const desk = await openDesk();
    const ids: string[] = [];
    const acts = {
      write: async () => void ids.push(await write(desk)),
      read: async () => expect(await listed(desk)).toEqual([...ids].sort()),
      pause: () => tell(desk.url, 'select pg_wal_replay_pause()'),
      resume: () => tell(desk.url, 'select pg_wal_replay_resume()'),
      check: async () => void (await desk.store.replica?.check()),
    };
    const act = fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]));
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 20 }), async (schedule) => {
        for (const name of schedule) await acts[name]();
        await acts.read();
        await acts.resume();
      }),
      { numRuns: 15 },
    );
    await expect.poll(() => desk.store.replica?.check()).toBe('ok');
    const before = desk.fromReplica();
    await acts.read();
    expect(desk.fromReplica()).toBeGreaterThan(before);
  });

  it.each([
    ['is the primary', (url: string) => url],
    [
      'is another database of the replica',
      (url: string) => replica.urlOf(url.replace(/desk\d+$/, 'postgres')),
    ],
    ['does not exist', () => 'postgres://porch@127.0.0.1:1/desk'],
  ])('reads from the primary where the address %s', async (_case, readUrlOf) => {
    const desk = await openDesk(readUrlOf);
    const id = await write(desk);
    expect(await listed(desk)).toEqual([id]);
    expect(desk.fromReplica()).toBe(0);
    expect(await desk.store.replica?.check()).toBe('failing');
  });

  it('reads from the primary while the replica is frozen or gone, and from the replica again after it', async () => {
    const desk = await openDesk();
    const ids = [await write(desk)];
    const expectAll = async () => expect(await listed(desk)).toEqual([...ids].sort());
    await expectAll();
    replica.freeze();
    ids.push(await write(desk));
    await expectAll();
    expect(await desk.store.replica?.check()).toBe('failing');
    replica.thaw();
    await expect.poll(() => desk.store.replica?.check()).toBe('ok');
    await replica.stop();
    ids.push(await write(desk));
    await expectAll();
    await replica.start();
    await expect.poll(() => desk.store.replica?.check()).toBe('ok');
    const before = desk.fromReplica();
    await expectAll();
    expect(desk.fromReplica()).toBeGreaterThan(before);
  });

  it('reads from the primary once the replica has been promoted', async () => {
    const desk = await openDesk();
    const ids = [await write(desk)];
    expect(await listed(desk)).toEqual(ids);
    // The database may not have reached the replica yet.
    await expect.poll(() => tell(desk.url, 'select pg_promote()').then(() => true, String)).toBe(true);
    ids.push(await write(desk));
    expect(await listed(desk)).toEqual([...ids].sort());
    expect(await desk.store.replica?.check()).toBe('failing');
  });
});
