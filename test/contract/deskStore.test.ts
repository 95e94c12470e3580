import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../examples/support-desk/server/store/memoryStore';
import { openDatabase } from '../../examples/support-desk/server/store/sql/openDatabase';
import { openNewDatabase, putEmptyDatabase } from '../support/emptyDatabase';
import { describeStore } from './storeSuite';

describeStore('plain memory', async () => createMemoryStore('log'));
describeStore('PGlite', openNewDatabase);

// To run the suite on a PostgreSQL server too, set TEST_DATABASE_URL=postgres://…
const url = process.env.TEST_DATABASE_URL;
if (url) describeStore('PostgreSQL', () => openDatabase({ url }));

// Each makes databases on the disk, which takes as long as the machine lets it.
const ON_DISK = { timeout: 180_000 };

describe('the id of the log', ON_DISK, () => {
  const idOf = async (folder: string): Promise<string> => {
    const store = await openDatabase({ folder });
    const { logId } = store;
    await store.close();
    return logId;
  };

  it('stays with its database and is another in a new one', async () => {
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'porch-log-')));
    const [one = '', two = ''] = folders;
    for (const folder of folders) await putEmptyDatabase(folder);
    const first = await idOf(one);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idOf(one)).toBe(first);
    expect(await idOf(two)).not.toBe(first);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
});

it(
  'the embedded database lets the event loop turn between operations that come at once',
  ON_DISK,
  async () => {
    const store = await openNewDatabase();
    let turns = 0;
    let over = false;
    const loop = () => {
      turns++;
      if (!over) setImmediate(loop);
    };
    setImmediate(loop);
    const reads = Array.from({ length: 10 }, () => store.attachmentBytes());
    const writes = Array.from({ length: 10 }, (_, i) =>
      store.transaction((tx) => tx.deleteUser(`nobody ${i}`)),
    );
    await Promise.all([...reads, ...writes]);
    over = true;
    expect(turns).toBeGreaterThanOrEqual(19);
    await store.close();
  },
);

describe('a database of an earlier version', ON_DISK, () => {
  it('is brought up to date with all that is in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'porch-old-'));
    const migrationsFolder = join(folder, 'migrations');
    const all = '../../examples/support-desk/server/store/sql/migrations';
    cpSync(fileURLToPath(new URL(all, import.meta.url)), migrationsFolder, { recursive: true });
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
    rmSync(folder, { recursive: true });
  });
});
