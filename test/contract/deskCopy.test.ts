import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { expect, it } from 'vitest';
import { copyRows, NotEmpty } from '../../examples/support-desk/server/store/sql/copyRows';
import { migrationsFolder } from '../../examples/support-desk/server/store/sql/openDatabase';
import type { Database } from '../../examples/support-desk/server/store/sql/sqlReads';
import { createSqlStore } from '../../examples/support-desk/server/store/sql/sqlStore';
import { readDesk } from '../../examples/support-desk/server/store/sql/sqlWrites';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText } from '../support/deskClient';

it('the embedded database moves to another with all its rows, once', async () => {
  const open = async () => {
    const client = await PGlite.create();
    const db = drizzle(client);
    await migrate(db, { migrationsFolder });
    return { client, db: db as unknown as Database };
  };
  const [from, to] = [await open(), await open()];
  const storeOf = async ({ client, db }: typeof from) =>
    createSqlStore(db, await readDesk(db), () => client.close());

  const desk = await startDesk({ store: await storeOf(from) });
  const visitor = await createVisitor(desk, { properties: { plan: 'pro' } });
  await sendText(visitor, 'Hello from before');
  await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'Welcome' });

  const copied = await copyRows(from.db, to.db);
  expect(copied).toMatchObject({ users: 1, conversations: 1, messages: 2, desk: 3 });
  await expect(copyRows(from.db, to.db)).rejects.toThrow(NotEmpty);
  const linkKeys = await desk.store.linkKeys();
  expect(linkKeys).toHaveLength(1);
  await desk.close();

  const moved = await startDesk({ store: await storeOf(to) });
  const { body } = await agent(moved)('GET', `/conversations/${visitor.conversationId}/messages`);
  expect(body.messages.map(({ text }) => text)).toEqual(['Hello from before', 'Welcome']);
  // Without its secrets, the campaigns and the links of emails from before would open nothing.
  for (const name of ['logId', 'campaignKey'] as const)
    expect(moved.store[name], name).toBe(desk.store[name]);
  expect(await moved.store.linkKeys()).toEqual(linkKeys);
  await moved.close();
});
