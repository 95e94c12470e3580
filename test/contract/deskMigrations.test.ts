import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, it } from 'vitest';
import { ENGINE } from '../../examples/support-desk/server/store/sql/openDatabase';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { openDatabase } from '../support/openDatabase';

const MIGRATIONS = fileURLToPath(
  new URL('../../examples/support-desk/server/store/sql/migrations', import.meta.url),
);
const folder = folderForThisFile();
const migrations = join(folder, 'migrations');

/** Makes a folder with the migrations of an earlier version, up to `last`. */
const migrationsUpTo = (last: string): string => {
  cpSync(MIGRATIONS, migrations, { recursive: true });
  const path = join(migrations, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const { entries } = journal;
  journal.entries = entries.slice(0, entries.findIndex((entry) => entry.tag === last) + 1);
  writeFileSync(path, JSON.stringify(journal));
  return migrations;
};

it('takes the sender’s name for the desk out of the addresses of files that an earlier desk kept', async () => {
  await putEmptyDatabase(folder);
  const client = await PGlite.create(join(folder, 'database'));
  await migrate(drizzle(client), { migrationsFolder: migrationsUpTo('0002_channels_files_queue') });
  const id = 'a-file-that-nobody-can-guess';
  const evil = `http://evil.example:8080/uploads/${id}/Foto%20%C3%A9.png`;
  const elsewhere = 'https://shop.example/uploads/12345678/boots.png';
  const rows: [string, object][] = [
    ['sent', { mediaUrl: evil, mediaType: 'image/png', attachmentId: id, altText: 'a' }],
    [
      'quoting',
      { text: 'This?', quotedMessage: { type: 'message', content: { _id: 'sent', mediaUrl: evil } } },
    ],
    ['linked', { mediaUrl: elsewhere }],
    [
      'quoting the link',
      { quotedMessage: { type: 'message', content: { _id: 'linked', mediaUrl: elsewhere } } },
    ],
    ['quoting a text', { quotedMessage: { type: 'message', content: { _id: 'sent', text: 'x' } } }],
    ['plain', { text: evil }],
  ];
  await client.exec(`
    INSERT INTO users (id, conversation_started, properties, clients, created_at) VALUES ('u', true, '{}', '[]', 1);
    INSERT INTO conversations (id, user_id, participant_id, is_default, status, metadata, created_at, last_updated_at,
      last_received, message_count, visitor_unread, business_unread)
      VALUES ('c', 'u', 'p', true, 'active', '{}', 1, 1, 1, 1, 0, 0);
    INSERT INTO attachments (id, conversation_id, message_id, file_name, media_type, size, created_at)
      VALUES ('${id}', 'c', 'sent', 'Foto é.png', 'image/png', 3, 1);`);
  for (const [at, [name, body]] of rows.entries()) {
    await client.query(
      'INSERT INTO messages (id, conversation_id, received, role, type, body) VALUES ($1, $2, $3, $4, $5, $6)',
      [name, 'c', at, 'appUser', 'image', JSON.stringify(body)],
    );
  }

  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });

  const { rows: kept } = await client.query<{ id: string; body: object }>(
    'SELECT id, body FROM messages ORDER BY received',
  );
  const path = `/uploads/${id}/Foto%20%C3%A9.png`;
  expect(kept.map((row) => [row.id, row.body])).toEqual([
    ['sent', { ...rows[0]?.[1], mediaUrl: path }],
    [
      'quoting',
      { text: 'This?', quotedMessage: { type: 'message', content: { _id: 'sent', mediaUrl: path } } },
    ],
    ...rows.slice(2),
  ]);
  await client.close();
});

it('a new desk has an integration of its own for good, and one that has visitors names that of before, too', async () => {
  const own = join(folder, 'own');
  await putEmptyDatabase(own);
  const integration = async (before = '') => {
    if (before) {
      const client = await PGlite.create({ dataDir: join(own, 'database'), ...ENGINE });
      await client.exec(before);
      await client.close();
    }
    const store = await openDatabase({ folder: own });
    await store.close();
    const { integrationId, formerIntegrationId } = store;
    expect(integrationId).toMatch(/^web-[0-9a-f]{12}$/);
    return { integrationId, formerIntegrationId };
  };
  const first = await integration();
  expect(first.formerIntegrationId).toBeUndefined();
  expect(await integration()).toEqual(first);
  const upgraded = await integration("DELETE FROM desk WHERE name = 'integration'");
  expect(upgraded.formerIntegrationId).toBe('web');
  expect(upgraded.integrationId).not.toBe(first.integrationId);
  expect(await integration()).toEqual(upgraded);
  const visitor =
    "DELETE FROM desk; INSERT INTO users (id, conversation_started, properties, clients, created_at) VALUES ('u', true, '{}', '[]', 1)";
  expect((await integration(visitor)).formerIntegrationId).toBe('web');
  expect((await integration('DELETE FROM desk; DELETE FROM users')).formerIntegrationId).toBeUndefined();
});
