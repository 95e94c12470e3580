import { execFile } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Manifest } from '../../examples/support-desk/server/backup/format';
import { createArchive } from '../../examples/support-desk/server/backup/writeArchive';
import { openEmbeddedRows } from '../../examples/support-desk/server/store/sql/rowDatabase';
import { putRows, readRows } from '../../examples/support-desk/server/store/sql/rows';
import type { Store } from '../../examples/support-desk/server/store/store';
import { startLoad } from '../support/backupLoad';
import { backUp, lockFolder, moveToServer, restore } from '../support/backups';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, sendFile, sendText } from '../support/deskClient';
import { killAll, type Started, start } from '../support/deskProcess';
import { aConversation, aDelivery, anIntegration, aUser, aWebhook } from '../support/deskRows';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { openDatabase } from '../support/openDatabase';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';
import { anAgent } from '../support/signInAgent';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = folderForThisFile();
afterEach(killAll);

let made = 0;
const newPath = (): string => join(folder, String(made++));
const NOW = Date.UTC(2026, 10, 27);

/** The desk's own command as built, as in the Docker image. */
const command = (args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const options = { cwd: repository, env: { PATH: process.env.PATH, ...env } };
    execFile(
      process.execPath,
      ['examples/support-desk/build/desk.js', ...args],
      options,
      (error, output, errors) => {
        resolve({ code: error ? Number(error.code) : 0, output, errors });
      },
    );
  });

const deskOf = ({ origin }: Started): Desk => ({ origin, appId: 'porch' }) as Desk;

/** Expects the store to have all of this, and its conversations to agree with their messages. */
const expectAll = async (
  store: Store,
  dataDir: string,
  { texts, files }: { texts: Map<string, string[]>; files: string[] },
): Promise<void> => {
  const contents: string[] = [];
  for (const [id, own] of texts) {
    const { messages } = await store.messages(id, { limit: 30_000 });
    const found = messages.map(({ body }) => body.text);
    expect(found).toEqual(expect.arrayContaining(own));
    // One state: a conversation that was read later or earlier than its messages would count others.
    expect((await store.conversationById(id))?.messageCount).toBe(messages.length);
    for (const { body } of messages) {
      const upload = body.attachmentId as string | undefined;
      if (upload) contents.push(readFileSync(join(dataDir, 'uploads', upload.slice(0, 2), upload), 'utf8'));
    }
  }
  expect(contents).toEqual(expect.arrayContaining(files));
};

const treeOf = (path: string): string[] =>
  (existsSync(path) ? readdirSync(path, { recursive: true }) : []) as string[];

const it = test.extend('dataDir', () => newPath());

describe('a backup of the embedded database', () => {
  it('has all that was confirmed before it began, while the desk runs under load', async ({ dataDir }) => {
    await putEmptyDatabase(dataDir);
    writeFileSync(join(dataDir, 'settings.json'), '{"app": {"name": "Shop"}}');
    const token = 'the-token-of-an-older-desk';
    writeFileSync(join(dataDir, 'agent-token'), token, { mode: 0o600 });
    const desk = await start({ DATA_DIR: dataDir });
    const load = await startLoad(deskOf(desk), 4);
    await load.reach(60);
    const confirmed = load.confirmed();
    const file = newPath();
    const { code, output, errors } = await command(['backup', file], { DATA_DIR: dataDir });
    expect([code, errors]).toEqual([0, '']);
    expect(output).toMatch(/^\S+ has [\d,]+ rows and \d+ uploaded files from the embedded database in /);
    const after = load.confirmed();
    await load.end();
    // The desk kept running.
    expect(after.files.length).toBeGreaterThan(confirmed.files.length);
    await expect.poll(() => existsSync(join(dataDir, 'copy.unfinished'))).toBe(false);
    await desk.end('SIGTERM');

    const restored = newPath();
    expect(await command(['restore', file], { DATA_DIR: restored })).toMatchObject({ code: 0, errors: '' });
    const store = await openDatabase({ folder: restored });
    await expectAll(store, restored, confirmed);
    await store.close();
    for (const name of ['settings.json', 'agent-token']) {
      expect(readFileSync(join(restored, name), 'utf8')).toBe(readFileSync(join(dataDir, name), 'utf8'));
    }
    expect(statSync(join(restored, 'agent-token')).mode & 0o777).toBe(0o600);
    expect(treeOf(restored)).not.toContain('restore.unfinished');
    // What came with the backup works: the API key calls the restored desk.
    const again = await start({ DATA_DIR: restored });
    const answer = await fetch(`${again.origin}/agent/api/session`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
  });

  it('restored as a copy, has nobody to write to and nothing to send', async ({ dataDir }) => {
    await putEmptyDatabase(dataDir);
    const settings = {
      email: { enabled: true, smtpUrl: 'smtp://mail.shop.example', from: 'help@shop.example' },
    };
    // As an editor of Windows saves it.
    writeFileSync(join(dataDir, 'settings.json'), `\uFEFF${JSON.stringify({ ...settings, appId: 'shop' })}`);
    const store = await openDatabase({ folder: dataDir });
    const [user, integration] = [aUser(), anIntegration()];
    const conversation = aConversation(user.id);
    await store.transaction(async (tx) => {
      await tx.insertUser(user);
      await tx.insertConversation(conversation);
      await tx.putIntegration(integration);
      await tx.putWebhook(aWebhook(integration.id));
      await tx.putWait({
        conversationId: conversation.id,
        ...{ offerAt: 1, offered: false, unreadFrom: 1, mailAt: 1, tries: 0, alertAt: 1, awayAt: 1 },
      });
    });
    const { logId } = store;
    await store.close();
    const [file, copied, restored] = [newPath(), newPath(), newPath()];
    await backUp({ dataDir }, file, NOW);
    await restore({ dataDir: restored }, file);
    const { code, output } = await command(['restore', file, '--copy'], { DATA_DIR: copied });
    expect([code, output]).toEqual([0, expect.stringContaining('It is a copy')]);
    const look = async (folder: string) => {
      const { logId, dueWaits, webhooks, close } = await openDatabase({ folder });
      const found = {
        logId,
        waits: (await dueWaits('mailAt', NOW, 9)).length,
        webhooks: (await webhooks()).length,
      };
      await close();
      return {
        ...found,
        settings: JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8').replace(/^\uFEFF/, '')),
      };
    };
    expect(await look(restored)).toMatchObject({ logId, waits: 1, webhooks: 1, settings });
    const copy = await look(copied);
    expect(copy).toMatchObject({ waits: 0, webhooks: 0 });
    expect(copy.settings).toEqual({ appId: 'shop', email: { enabled: false, from: 'help@shop.example' } });
    expect(copy.logId).not.toBe(logId);
  });

  it('has the pictures that agents have uploaded', async ({ dataDir }) => {
    await putEmptyDatabase(dataDir);
    const store = await openDatabase({ folder: dataDir });
    const id = 'a-face-that-nobody-can-guess';
    await store.transaction(async (tx) => {
      await tx.insertAgent(anAgent({ id: 'ada', avatarUrl: `/uploads/${id}/ada.png` }));
      await tx.insertAgent(
        anAgent({ id: 'ben', avatarUrl: 'https://shop.example/uploads/12345678/ben.png' }),
      );
      await tx.insertAgent(anAgent({ id: 'cleo' }));
    });
    await store.close();
    const placeIn = (folder: string) => join(folder, 'uploads', id.slice(0, 2));
    mkdirSync(placeIn(dataDir), { recursive: true });
    writeFileSync(join(placeIn(dataDir), id), 'a face');
    const file = newPath();
    expect(await backUp({ dataDir }, file, NOW)).toMatchObject({ uploads: 1, missingUploads: 0 });
    const restored = newPath();
    expect(await restore({ dataDir: restored }, file)).toMatchObject({ uploads: 1 });
    expect(readFileSync(join(placeIn(restored), id), 'utf8')).toBe('a face');
  });

  it('of an earlier schema is restored and migrated', async ({ dataDir }) => {
    await putEmptyDatabase(dataDir);
    const earlier = await openEmbeddedRows(join(dataDir, 'database'));
    await earlier.migrateTo('0002_channels_files_queue');
    const body = {
      mediaUrl: 'http://old.example/uploads/a-file-that-nobody-can-guess/a.png',
      attachmentId: 'a-file-that-nobody-can-guess',
    };
    await earlier.write(async (session) => {
      await session(`insert into users (id, conversation_started, properties, clients, created_at)
        values ('u', true, '{}', '[]', 1)`);
      await session(`insert into conversations (id, user_id, participant_id, is_default, status, metadata, created_at,
        last_updated_at, last_received, message_count, visitor_unread, business_unread)
        values ('c', 'u', 'p', true, 'active', '{}', 1, 1, 1, 1, 0, 0)`);
      await session(`insert into attachments (id, conversation_id, message_id, file_name, media_type, size, created_at)
        values ('a-file-that-nobody-can-guess', 'c', 'm', 'a.png', 'image/png', 3, 1)`);
      await session(
        `insert into messages (id, conversation_id, received, role, type, body) values ('m', 'c', 1, 'appUser', 'image', $1::text::jsonb)`,
        [JSON.stringify(body)],
      );
    });
    await earlier.close();
    const file = newPath();
    // Its upload was lost on the disk, which the backup reports.
    expect(await backUp({ dataDir }, file, NOW)).toMatchObject({ rows: 4, uploads: 0, missingUploads: 1 });
    const restored = newPath();
    expect(await restore({ dataDir: restored }, file)).toEqual({ rows: 4, uploads: 0 });
    const store = await openDatabase({ folder: restored });
    const { messages } = await store.messages('c', { limit: 10 });
    expect(messages[0]?.body.mediaUrl).toBe('/uploads/a-file-that-nobody-can-guess/a.png');
    await store.close();
  });
});

describe('a backup that cannot be used', () => {
  let dataDir: string;
  let file: string;
  const refusal = async (path: string, place = { dataDir: newPath() }): Promise<string> => {
    const before = treeOf(place.dataDir);
    const error = await restore(place, path).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(treeOf(place.dataDir)).toEqual(before);
    return error?.message ?? 'restored';
  };
  const changed = (change: (bytes: Buffer) => Buffer): string => {
    const path = newPath();
    writeFileSync(path, change(readFileSync(file)));
    return path;
  };
  beforeAll(async () => {
    dataDir = newPath();
    await putEmptyDatabase(dataDir);
    writeFileSync(join(dataDir, 'agent-token'), 'a token of the agents');
    const store = await openDatabase({ folder: dataDir });
    const desk = await startDesk({ store, uploadsFolder: join(dataDir, 'uploads') });
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'Hello');
    await sendFile(visitor, desk, { name: 'a.txt', content: 'x'.repeat(10_000) });
    await desk.close();
    file = newPath();
    await backUp({ dataDir }, file, NOW);
  });

  it('is refused when it is cut off anywhere', async () => {
    const { length } = readFileSync(file);
    for (const end of [0, 10, Math.floor(length / 2), length - 100, length - 1]) {
      expect(await refusal(changed((bytes) => bytes.subarray(0, end)))).toContain('is not a complete backup');
    }
  });

  it('is refused when one byte of it has changed', async () => {
    const at = readFileSync(file).indexOf('xxxxx') + 5000;
    const path = changed((bytes) => {
      bytes[at] = 0x79;
      return bytes;
    });
    expect(await refusal(path)).toContain('is not a complete backup');
  });

  it('is refused when a newer desk made it', async () => {
    const write = async (manifest: object): Promise<string> => {
      const path = newPath();
      const archive = createArchive(path);
      await archive.add('rows/users.jsonl', Readable.from(''));
      const whole = {
        format: 1,
        schema: '0000_first',
        madeAt: '',
        tables: [],
        missingUploads: 0,
        ...manifest,
      };
      await archive.finish(whole as unknown as Omit<Manifest, 'entries'>);
      return path;
    };
    for (const newer of [{ format: 2, added: true }, { schema: '9999_later' }]) {
      expect(await refusal(await write(newer))).toMatch(/^The backup is of a newer version of the desk\./);
    }
  });

  it('is refused when it is no backup, or not there', async () => {
    expect(await refusal(join(dataDir, 'agent-token'))).toContain('is not a complete backup');
    expect(await refusal(newPath())).toMatch(/^There is no file /);
  });

  it('is not written over another file, and not into a folder that is not there', async () => {
    await expect(backUp({ dataDir }, file, NOW)).rejects.toThrow('exists already');
    await expect(backUp({ dataDir }, join(newPath(), 'x'), NOW)).rejects.toThrow(
      'cannot be written (ENOENT)',
    );
    await expect(backUp({ dataDir: newPath() }, newPath(), NOW)).rejects.toThrow('There is no database in');
  });

  it('does not replace what a data folder has', async () => {
    const used = newPath();
    mkdirSync(used);
    writeFileSync(join(used, 'settings.json'), '{}');
    expect(await refusal(file, { dataDir: used })).toContain('is not empty: it has settings.json');
  });

  it('keeps a desk from starting while a stopped one is copied, and leaves what a killed restore made', async () => {
    const killed = newPath();
    mkdirSync(join(killed, 'restore.unfinished/database'), { recursive: true });
    // By root, it gives what it makes to the owner of the folder.
    const owner = process.getuid?.() === 0 ? 65_534 : statSync(killed).uid;
    chownSync(killed, owner, statSync(killed).gid);
    expect(await restore({ dataDir: killed }, file)).toMatchObject({ uploads: 1 });
    for (const name of readdirSync(killed, { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(killed, name)).uid, name).toBe(owner);
    const copy = newPath();
    cpSync(dataDir, copy, { recursive: true });
    const lock = await lockFolder(copy);
    // Who holds the folder, and makes no copies, is not waited for.
    await expect(backUp({ dataDir: copy }, newPath(), NOW)).rejects.toThrow('does not answer');
    await lock.release();
  });
});

it('rows are read a few at a time, and put back with numbers that go on', async () => {
  const path = newPath();
  await putEmptyDatabase(path);
  const database = await openEmbeddedRows(join(path, 'database'));
  await database.write(async (session) => {
    await session('create table one (id serial primary key, text text, body jsonb)');
    await session(
      `insert into one (text, body) select 'a "quoted"' || chr(10) || 'line', '{"n": 1e30}' from generate_series(1, 1000)`,
    );
    await session('create table two (id serial primary key, text text, body jsonb)');
    let fetched = 0;
    const watched: typeof session = (text, values) => {
      if (text.startsWith('fetch')) fetched++;
      return session(text, values);
    };
    const lines: string[] = [];
    for await (const line of readRows(watched, 'one')) {
      if (lines.length === 0) expect(fetched).toBe(1);
      lines.push(line);
    }
    expect([lines.length, fetched > 2]).toEqual([1000, true]);
    expect(await putRows(session, 'two', Readable.from(lines))).toBe(1000);
    expect(await session('select * from one except select * from two')).toEqual([]);
    expect(await session(`insert into two (text) values ('next') returning id`)).toEqual([{ id: 1001 }]);
  });
  await database.close();
});

describe('the command line', () => {
  it('prints its help, and refuses what it does not know with exit code 2', async () => {
    const { code, output } = await command(['help']);
    expect([code, output]).toEqual([0, expect.stringContaining('restore FILE')]);
    for (const args of [[], ['dump'], ['backup'], ['backup', 'a', 'b'], ['backup', '--fast', 'a']]) {
      const wrong = await command(args);
      expect([wrong.code, wrong.output]).toEqual([2, '']);
      expect(wrong.errors).toContain('backup FILE');
    }
  });

  it('says in one sentence why a command failed', async ({ dataDir }) => {
    await putEmptyDatabase(dataDir);
    const { code, errors } = await command(['move', 'postgres://desk:hunter2@127.0.0.1:9/desk'], {
      DATA_DIR: dataDir,
    });
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The database at 127\.0\.0\.1:9 cannot be used: .*\n$/),
    ]);
    expect(errors).not.toContain('hunter2');
  });
});

describe.skipIf(!POSTGRES)('on a PostgreSQL server', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  it('a backup has all that was confirmed before it began, under load, and restores on either engine', async () => {
    const dataDir = newPath();
    const databaseUrl = await server.newDatabase();
    const desk = await start({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const load = await startLoad(deskOf(desk), 8);
    await load.reach(200);
    const confirmed = load.confirmed();
    const file = newPath();
    expect(await command(['backup', file], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl })).toMatchObject({
      code: 0,
      errors: '',
    });
    await load.end();
    await desk.end('SIGTERM');

    const places = [
      { dataDir: newPath(), databaseUrl: await server.newDatabase() },
      { dataDir: newPath(), databaseUrl: undefined },
    ];
    for (const place of places) {
      await restore(place, file);
      const store = await openDatabase(
        place.databaseUrl ? { url: place.databaseUrl } : { folder: place.dataDir },
      );
      await expectAll(store, place.dataDir, confirmed);
      await store.close();
    }
    await expect(restore({ dataDir: newPath(), databaseUrl }, file)).rejects.toThrow(
      /not empty: its table \w+ has rows/,
    );
  });

  it('the embedded database of a stopped desk moves to it with all its rows, once', async ({ dataDir }) => {
    await putEmptyDatabase(dataDir);
    const before = await openDatabase({ folder: dataDir });
    const desk = await startDesk({ store: before });
    const visitor = await createVisitor(desk, { properties: { plan: 'pro' } });
    await sendText(visitor, 'Hello from before');
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'Welcome' });
    const linkKeys = await desk.store.linkKeys();
    // What has not been told yet, and who is signed in, is the moved desk's, too.
    const integration = anIntegration();
    const webhook = aWebhook(integration.id);
    await before.transaction(async (tx) => {
      await tx.putIntegration(integration);
      await tx.putWebhook(webhook);
      await tx.insertDeliveries([aDelivery(webhook.id, visitor.conversationId)]);
    });
    await desk.close();
    const url = await server.newDatabase();

    const lock = await lockFolder(dataDir);
    await expect(moveToServer(dataDir, url)).rejects.toThrow('Stop it first');
    await lock.release();
    const owner = process.getuid?.() === 0 ? 65_534 : statSync(dataDir).uid;
    chownSync(dataDir, owner, owner);
    for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
      chownSync(join(dataDir, name), owner, owner);
    await moveToServer(dataDir, url);
    for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(dataDir, name)).uid, name).toBe(owner);
    await expect(moveToServer(dataDir, url)).rejects.toThrow('is not empty');

    const moved = await startDesk({ databaseUrl: url, ownIntegration: true });
    const { body } = await agent(moved)('GET', `/conversations/${visitor.conversationId}/messages`);
    expect(body.messages.map(({ text }) => text)).toEqual(['Hello from before', 'Welcome']);
    // Without its secrets, the campaigns and the links of emails from before would open nothing.
    for (const name of ['logId', 'campaignKey', 'addressKey', 'integrationId'] as const)
      expect(moved.store[name], name).toBe(before[name]);
    expect(await moved.store.linkKeys()).toEqual(linkKeys);
    expect(await moved.store.deliveries(webhook.id, { limit: 9 })).toHaveLength(1);
    await moved.close();
  });
});
