import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk';
import { agent, createVisitor, type Visitor } from '../support/deskClient';
import { fail, killAll, type Started, start } from '../support/deskProcess';
import { folderForThisFile } from '../support/folder';
import { POSTGRES, type PostgresServer, startPostgres } from '../support/postgres';

/** PostgreSQL of Debian, and desks as processes. */
describe.skipIf(!POSTGRES)('a desk on PostgreSQL', { timeout: 120_000 }, () => {
  let postgres: PostgresServer;
  const folder = folderForThisFile();
  const agentToken = randomBytes(16).toString('hex');
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    killAll();
    await postgres.close();
  });

  const settingsOf = (DATABASE_URL: string) => ({
    DATABASE_URL,
    DATA_DIR: join(folder, randomBytes(6).toString('hex')),
    AGENT_TOKEN: agentToken,
  });
  const ready = async ({ origin }: Started) => {
    const answer = await fetch(`${origin}/ready`);
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  const READY = { status: 'ready', database: 'ok', disk: 'ok', uploads: 'ok', process: 'running' };
  const becomes = async (desk: Started, database: 'ok' | 'failing') =>
    expect.poll(() => ready(desk)).toMatchObject({ database, process: 'running' });
  const asDesk = ({ origin }: Started) => ({ origin, agentToken, appId: 'porch' }) as unknown as Desk;

  /** Posts until the desk has taken it, as the widget does; returns the statuses of the answers. */
  const post = async (visitor: Visitor, text: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (;;) {
      const body = { message: { type: 'text', text, referenceId: text } };
      const path = `/conversations/${visitor.conversationId}/messages`;
      const status = await visitor.call('POST', path, body).then(
        (answer) => answer.status,
        () => 0,
      );
      statuses.push(status);
      if (status === 200 || status === 201) return statuses;
      await pause(100);
    }
  };

  it('is not ready while the database is stopped or frozen, and takes each post that waited once', async () => {
    const desk = await start(settingsOf(await postgres.newDatabase()));
    const visitor = await createVisitor(asDesk(desk));
    expect(await ready(desk)).toMatchObject(READY);

    await postgres.stop();
    const [stopped, posts] = [await ready(desk), ['a', 'b', 'c'].map((text) => post(visitor, text))];
    expect(stopped).toMatchObject({ status: 'unready', database: 'failing' });
    expect((await fetch(`${desk.origin}/health`)).status).toBe(200);
    await pause(300);
    await postgres.start();
    for (const statuses of await Promise.all(posts)) expect(new Set(statuses)).toEqual(new Set([503, 201]));
    await becomes(desk, 'ok');

    postgres.freeze();
    expect(await ready(desk)).toMatchObject({ status: 'unready', database: 'failing' });
    const frozen = ['d', 'e'].map((text) => post(visitor, text));
    const refused = await fetch(`${desk.origin}/agent/api/conversations`, {
      headers: { authorization: `Bearer ${agentToken}` },
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    postgres.thaw();
    for (const statuses of await Promise.all(frozen)) expect([200, 201]).toContain(statuses.at(-1));
    await becomes(desk, 'ok');

    const { messages } = (
      await agent(asDesk(desk))('GET', `/conversations/${visitor.conversationId}/messages`)
    ).body;
    expect(messages.map(({ text }) => text).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
    await desk.end('SIGTERM');
  });

  it('is not ready, and refuses posts for now, while the database takes no changes', async () => {
    const url = await postgres.newDatabase();
    const desk = await start(settingsOf(url));
    const visitor = await createVisitor(asDesk(desk));
    const admin = new pg.Client(url);
    await admin.connect();
    const refuse = (isOn: boolean) =>
      admin
        .query(`alter system set default_transaction_read_only = ${isOn}`)
        .then(() => admin.query('select pg_reload_conf()'));
    await admin.query('set default_transaction_read_only = off');
    await refuse(true);
    await becomes(desk, 'failing');
    expect(await ready(desk)).toMatchObject({ status: 'unready' });
    const posting = post(visitor, 'a');
    await pause(300);
    await refuse(false);
    expect(new Set(await posting)).toEqual(new Set([503, 201]));
    await becomes(desk, 'ok');
    expect(desk.errors()).toContain('the database takes no changes');
    await admin.end();
    await desk.end('SIGTERM');
  });

  it('goes on after each of ten crashes of the database under load, with all its connections', async () => {
    const url = await postgres.newDatabase();
    const desk = await start({ ...settingsOf(url), DATABASE_POOL: '10', DATABASE_AGENT_POOL: '4' });
    const visitors = await Promise.all(Array.from({ length: 20 }, () => createVisitor(asDesk(desk))));
    let isOver = false;
    const acknowledged: string[] = [];
    const posting = visitors.map(async (visitor, which) => {
      for (let number = 0; !isOver; number++) {
        await post(visitor, `${which}-${number}`);
        acknowledged.push(`${which}-${number}`);
      }
    });
    for (let crash = 0; crash < 10; crash++) {
      const before = acknowledged.length;
      await postgres.crash();
      await postgres.start();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before);
    }
    isOver = true;
    await Promise.all(posting);
    expect(desk.process.exitCode).toBeNull();
    // Calls that were refused are warnings.
    expect(desk.errors()).not.toContain('"level":50');

    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query("select body->>'text' as text from messages");
    expect(rows.map(({ text }) => text).sort()).toEqual(acknowledged.sort());

    // The first call of a key writes that it is used, over a connection of the visitors.
    await agent(asDesk(desk))('GET', '/session');
    await client.query('begin; lock table messages in access exclusive mode');
    const posts = visitors.map((visitor) => post(visitor, `last of ${visitor.conversationId}`));
    const lists = visitors.map(() => agent(asDesk(desk))('GET', '/conversations'));
    const waiting = "select 1 from pg_locks where relation = 'messages'::regclass and not granted";
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(10 + 4);
    await client.query('commit');
    await client.end();
    for (const statuses of await Promise.all(posts)) expect(statuses).toEqual([201]);
    for (const { status } of await Promise.all(lists)) expect(status).toBe(200);
    await desk.end('SIGTERM');
  });

  it.concurrent('keeps a second desk out, and makes room when it ends or is killed', async () => {
    const url = await postgres.newDatabase();
    const first = await start(settingsOf(url));
    const refused = await fail(settingsOf(url));
    expect([refused.code, refused.output]).toEqual([1, '']);
    expect(refused.errors).toContain('uses this database. Stop it first');
    expect(await ready(first)).toMatchObject(READY);

    await first.end('SIGTERM');
    const second = await start(settingsOf(url));
    expect(second.errors()).toBe('');
    await second.end('SIGKILL');
    const third = await start(settingsOf(url));
    expect(third.errors()).toMatch(/^Another support desk used this database a moment ago\./);
    await third.end('SIGTERM');
  });

  it.concurrent('ends when another one has taken its place while it stood still, and serves nobody meanwhile', async () => {
    const url = await postgres.newDatabase();
    const frozen = await start(settingsOf(url));
    frozen.process.kill('SIGSTOP');
    const next = await start(settingsOf(url));
    const exited = new Promise((resolve) => frozen.process.once('exit', resolve));
    const call = fetch(`${frozen.origin}/agent/api/conversations`, {
      headers: { authorization: `Bearer ${agentToken}` },
    }).then(
      ({ status }) => status,
      () => 0,
    );
    frozen.process.kill('SIGCONT');
    expect(await exited).toBe(1);
    expect([0, 503]).toContain(await call);
    expect(frozen.errors()).toContain('Another support desk has taken over this database');
    expect(await ready(next)).toMatchObject(READY);
    await next.end('SIGTERM');
  });
});
