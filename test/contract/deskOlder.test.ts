import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../examples/support-desk/server/store/sql/openDatabase';
import type { Desk } from '../support/desk';
import { agent, createVisitor, sendFile, sendText } from '../support/deskClient';
import { killAll, start } from '../support/deskProcess';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { buildOlderDesk, findOlderDesk } from '../support/olderDesk';

const older = findOlderDesk();
const folder = mkdtempSync(join(tmpdir(), 'porch-older-'));
afterAll(() => {
  killAll();
  rmSync(folder, { recursive: true, force: true });
});

// A clone without history has no older desk.
describe.runIf(older)('the desk from before the newest migration', () => {
  it('runs on the newest schema, and the desk of now goes on with what it wrote', async () => {
    await putEmptyDatabase(folder);
    await (await openDatabase({ folder })).close();

    const running = await start({ DATA_DIR: folder, AGENT_TOKEN: 'a-token-of-the-agents' }, [
      buildOlderDesk(older ?? ''),
    ]);
    const desk = { origin: running.origin, appId: 'porch', agentToken: 'a-token-of-the-agents' } as Desk;
    const visitor = await createVisitor(desk, { properties: { plan: 'pro' } });
    expect((await sendText(visitor, 'Hello')).status).toBe(201);
    expect((await sendFile(visitor, desk, { name: 'a.txt', content: 'x' })).status).toBe(201);
    const conversation = `/conversations/${visitor.conversationId}`;
    expect((await agent(desk)('POST', `${conversation}/messages`, { text: 'Welcome' })).status).toBe(201);
    expect((await agent(desk)('GET', '/conversations?search=Hello')).body.conversations).toHaveLength(1);
    expect((await visitor.call('GET', conversation)).status).toBe(200);
    await running.end('SIGTERM');

    const store = await openDatabase({ folder });
    const { messages } = await store.messages(visitor.conversationId, { limit: 10 });
    expect(messages.map(({ type }) => type)).toEqual(['text', 'file', 'text']);
    await store.close();
  });
});
