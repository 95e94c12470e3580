import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../examples/support-desk/server/store/sql/database';
import { openSession } from '../../examples/support-desk/server/store/sql/embeddedSession';
import { makeIndexes } from '../../examples/support-desk/server/store/sql/indexes';
import { maintain } from '../../examples/support-desk/server/store/sql/maintain';
import { ENGINE } from '../../examples/support-desk/server/store/sql/openDatabase';
import { createPace } from '../../examples/support-desk/server/store/sql/pace';
import {
  conversations,
  happenings,
  messages,
  nodes,
  users,
} from '../../examples/support-desk/server/store/sql/schema';
import {
  conversationFound,
  messageFound,
  noteFound,
  personFound,
  userFound,
} from '../../examples/support-desk/server/store/sql/searchWords';
import { openNewDatabase, putEmptyDatabase } from '../support/emptyDatabase';
import { WITH_DATABASES } from '../support/engines';
import { folderForThisTest } from '../support/folder';
import { createMemoryStore } from '../support/memory/memoryStore';
import { checkNodes } from '../support/nodeSuite';
import { openDatabase } from '../support/openDatabase';
import { describeAccounts } from './accountsSuite';
import { describeForgetting } from './forgettingSuite';
import { describeIntegrations } from './integrationsSuite';
import { describeMails } from './mailsSuite';
import { describeStore } from './storeSuite';

for (const describeSuite of [
  describeStore,
  describeForgetting,
  describeAccounts,
  describeIntegrations,
  describeMails,
]) {
  describeSuite('plain memory', async () => createMemoryStore('log'));
  if (WITH_DATABASES) describeSuite('PGlite', openNewDatabase);
}

// To run the suite on a PostgreSQL server too, set TEST_DATABASE_URL=postgres://…
const url = process.env.TEST_DATABASE_URL;
for (const describeSuite of [
  describeStore,
  describeForgetting,
  describeAccounts,
  describeIntegrations,
  describeMails,
]) {
  if (WITH_DATABASES && url) describeSuite('PostgreSQL', () => openDatabase({ url }));
}

const MIGRATIONS = fileURLToPath(
  new URL('../../examples/support-desk/server/store/sql/migrations', import.meta.url),
);

// Each makes databases on the disk, which takes as long as the machine lets it.
const ON_DISK = { timeout: 180_000 };

describe.runIf(WITH_DATABASES)('the id of the log', ON_DISK, () => {
  const idOf = async (folder: string): Promise<string> => {
    const store = await openDatabase({ folder });
    const { logId } = store;
    await store.close();
    return logId;
  };

  it('stays with its database and is another in a new one', async () => {
    const [one, two] = [folderForThisTest(), folderForThisTest()];
    for (const folder of [one, two]) await putEmptyDatabase(folder);
    const first = await idOf(one);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf(one)).toBe(first);
    expect(await idOf(two)).not.toBe(first);
  });
});

describe.runIf(WITH_DATABASES)('the embedded database', ON_DISK, () => {
  it('has the rows of its processes', async () => {
    const store = await openNewDatabase();
    await checkNodes(store.nodes);
    await store.close();
  });

  it('answers searches by its indexes, also for made-up names', async () => {
    const client = await PGlite.create(ENGINE);
    const db = drizzle(client);
    await migrate(db, { migrationsFolder: MIGRATIONS });
    await makeIndexes(db as unknown as Database, {});
    // Of an empty table, any index will do.
    await client.exec('set enable_seqscan = off; drop index happenings_reference');
    const planOf = async (table: PgTable, where: SQL) =>
      JSON.stringify((await db.execute(sql`explain select 1 from ${table} where ${where}`)).rows);
    expect(await planOf(messages, messageFound('boots'))).toContain('messages_words');
    expect(await planOf(conversations, conversationFound('boots'))).toMatch(
      /conversations_words.*conversations_tag_words/s,
    );
    expect(await planOf(happenings, noteFound('boots'))).toContain('notes_words');
    expect(await planOf(users, userFound('Quiet Heron'))).toMatch(
      /users_words.*users_made_up_name.*users_page_words/s,
    );
    expect(await planOf(users, personFound('030 1234'))).toMatch(/users_words.*users_phone_words/s);
    await client.close();
  });

  it('is searched without indexes where it has no extension, with one warning', async () => {
    const client = await PGlite.create();
    const db = drizzle(client);
    await migrate(db, { migrationsFolder: MIGRATIONS });
    const warnings: string[] = [];
    await makeIndexes(db as unknown as Database, { warn: (line) => void warnings.push(line) });
    expect(warnings).toHaveLength(1);
    await client.close();
  });

  it('lets the event loop turn between operations that come at once', async () => {
    const store = await openNewDatabase();
    let turns = 0;
    let over = false;
    const loop = () => {
      turns++;
      if (!over) setImmediate(loop);
    };
    setImmediate(loop);
    const reads = Array.from({ length: 10 }, () => store.attachmentBytes());
    const writes = Array.from({ length: 10 }, () => store.transaction((tx) => tx.deleteUser('nobody')));
    await Promise.all([...reads, ...writes]);
    over = true;
    expect(turns).toBeGreaterThanOrEqual(19);
    await store.close();
  });

  it('goes on after a failure of the engine itself, with nothing of the transaction that had it', async () => {
    const client = await PGlite.create();
    const { db, transaction, end } = await openSession(client, createPace());
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
    const exec = client.execProtocolRawSync.bind(client);
    const hosts = async () => (await db.select({ host: nodes.host }).from(nodes)).map(({ host }) => host);
    const enter = (host: string) => db.insert(nodes).values({ id: host, host, shares: true, seenAt: 1 });
    const named = (id: string) => ({ id, publication: { to: 'agents' } as never });
    await enter('before');
    await transaction((tx) => tx.insertPublications([named('before')], 1));
    client.execProtocolRawSync = (bytes) => {
      if (Buffer.from(bytes).includes('commit')) throw new Error('unreachable');
      return exec(bytes);
    };
    await expect(transaction((tx) => tx.insertPublications([named('never')], 1))).rejects.toThrow();
    client.execProtocolRawSync = exec;
    await enter('after');
    await transaction((tx) => tx.insertPublications([named('after')], 1));
    expect(await hosts()).toEqual(['before', 'after']);
    const { rows } = await client.query<{ id: string }>('select id from outbox order by id');
    expect(rows.map(({ id }) => id)).toEqual(['after', 'before']);
    await end();
    await client.close();
  });

  it('is rid of dead rows by its maintenance, which leaves tables with few of them', async () => {
    const client = await PGlite.create();
    const db = drizzle(client) as unknown as Database;
    await client.exec(`
      create table busy as select generate_series(1, 1000) as n;
      create table quiet as select generate_series(1, 1000) as n`);
    const count = async (column: string, table: string) => {
      const { rows } = await client.query<{ n: number }>(
        `select ${column} as n from pg_stat_user_tables where relname = '${table}'`,
      );
      return rows[0]?.n;
    };
    await maintain(db);
    await client.exec('update busy set n = n + 1 where n <= 300; update quiet set n = n + 1 where n <= 30');
    await maintain(db);
    await maintain(db);
    expect(await count('vacuum_count', 'busy')).toBe(2);
    expect(await count('analyze_count', 'busy')).toBe(2);
    expect(await count('n_dead_tup', 'busy')).toBe(0);
    expect(await count('vacuum_count', 'quiet')).toBe(1);
    await client.close();
  });
});

describe.runIf(WITH_DATABASES)('a database of an earlier version', ON_DISK, () => {
  it('is brought up to date with all that is in it', async () => {
    const folder = folderForThisTest();
    const migrationsFolder = join(folder, 'migrations');
    cpSync(MIGRATIONS, migrationsFolder, { recursive: true });
    const journal = join(migrationsFolder, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: unknown[] };
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 1) }));
    await putEmptyDatabase(folder);
    const client = await PGlite.create(join(folder, 'database'));
    await migrate(drizzle(client), { migrationsFolder });
    await client.exec(`
      insert into users values ('u', null, null, 'de', true, '{}', '[]', 5);
      insert into sessions values ('hash', 'u', 'session', 5, null);
      insert into conversations values ('c', 'u', 'p', null, null, null, null, true, 'active', '{}', 5, 6, 6, 'm', 1, 0, 6, 1, null);
      insert into messages values ('m', 'c', null, 6, 'appUser', 'text', '{"text": "kept"}');
    `);
    await client.close();
    const store = await openDatabase({ folder });
    expect(await store.sessionByHash('hash')).toMatchObject({
      session: { clientId: null, parentHash: null },
      user: { id: 'u', locale: 'de', profile: {}, pendingClients: [] },
    });
    expect(await store.inboxRow('c')).toMatchObject({
      conversation: { lastReceived: 6, routingStatus: null, assignedBefore: false },
      lastMessage: { body: { text: 'kept' } },
    });
    await store.close();
  });
});
