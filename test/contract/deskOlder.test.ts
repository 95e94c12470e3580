import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Desk } from '../support/desk';
import { agent, at, createVisitor, sendFile, sendText } from '../support/deskClient';
import { killAll, type Started, start } from '../support/deskProcess';
import { putEmptyDatabase } from '../support/emptyDatabase';
import { folderForThisFile } from '../support/folder';
import { buildOlderDesk, findOlderDesk } from '../support/olderDesk';
import { openDatabase } from '../support/openDatabase';

const older = findOlderDesk();
const folder = folderForThisFile();
afterAll(killAll);

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

const TOKEN = 'the-token-of-all-agents';
const beforeAccounts = findOlderDesk('0015_accounts');

describe.runIf(beforeAccounts)('a desk from before accounts, with its data', () => {
  const clientOf = ({ origin }: Started, agentToken: string) =>
    ({ origin, appId: 'porch', agentToken }) as Desk;

  /** What programs with the token read of a conversation and of the desk. */
  const readAll = async (desk: Desk, conversationId: string) => {
    const read = async (path: string) => {
      const { status, body } = await agent(desk)('GET', path);
      expect(status, path).toBe(200);
      return body;
    };
    const { conversation } = await read(`/conversations/${conversationId}`);
    const { messages } = await read(`/conversations/${conversationId}/messages`);
    const { replies } = await read('/saved-replies');
    const { value } = (await read('/settings')) as unknown as { value: unknown };
    return {
      standing: [conversation.status, conversation.routingStatus, conversation.assignee],
      messages: messages.map(({ role, name, type, text }) => [role, name, type, text]),
      replies: replies.map(({ shortcut, text }) => [shortcut, text]),
      value,
    };
  };

  it.each([
    ['the operator has set', { AGENT_TOKEN: TOKEN }],
    ['it has made itself', {}],
  ])('goes on with the token that %s as an API key, and says how to sign in', async (_name, env) => {
    const data = { ...env, DATA_DIR: mkdtempSync(join(folder, 'accounts-')) };
    await putEmptyDatabase(data.DATA_DIR);
    const running = await start(data, [buildOlderDesk(beforeAccounts ?? '')]);
    const [, printed = ''] = /#token=(\S+)/.exec(running.lines().join('\n')) ?? [];
    const token = decodeURIComponent(printed);
    const older = clientOf(running, token);
    const visitor = await createVisitor(older, { properties: { name: 'Ana' } });
    await sendText(visitor, 'Where is my parcel?');
    await sendFile(visitor, older, { name: 'a.txt', content: 'x' });
    const call = agent(older);
    const path = `/conversations/${visitor.conversationId}`;
    await call('POST', `${path}/messages`, { text: 'On its way', name: 'Mara' });
    await call('POST', `${path}/assign`, { name: 'Mara' });
    await call('POST', '/saved-replies', { shortcut: 'thanks', text: 'Thank you!', name: 'Mara' });
    await call('POST', '/settings', { base: 0, name: 'Mara', value: { messenger: { title: 'Shoe shop' } } });
    const before = await readAll(older, visitor.conversationId);
    expect(before).toMatchObject({
      standing: ['active', 'assigned', 'Mara'],
      replies: [['thanks', 'Thank you!']],
    });
    expect(before.messages).toHaveLength(3);
    await running.end('SIGTERM');

    const now = await start(data);
    expect(now.errors()).toMatch(
      /^The agents’ token is the API key AGENT_TOKEN now, for programs\. Agents have accounts: the link of the inbox makes the first admin, once, within 24 hours\.$/m,
    );
    const [, link] = /^Inbox: .*\/agent#link=(\S+)$/m.exec(now.lines().join('\n')) ?? [];
    const newer = clientOf(now, token);
    expect(await readAll(newer, visitor.conversationId)).toEqual(before);
    // The visitor's browser continues, too.
    const again = at(newer, visitor);
    expect((await sendText(again, 'Thank you')).status).toBe(201);

    const body = { name: 'Ada', email: 'ada@shop.example', password: 'correct horse battery' };
    const joined = await fetch(`${now.origin}/agent/api/link/${link}`, {
      method: 'POST',
      headers: { origin: now.origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(joined.status).toBe(200);
    const cookie = joined.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const read = async (what: string) =>
      (await fetch(`${now.origin}/agent/api/${what}`, { headers: { cookie } })).json();
    expect(await read('api-keys')).toMatchObject({
      apiKeys: [
        {
          name: 'AGENT_TOKEN',
          scopes: ['conversations', 'visitors', 'settings', 'insights', 'integrations'],
        },
      ],
    });
    // The token is only for programs: nobody signs in with it.
    const asAdmin = await agent(newer)('GET', '/audit');
    expect(asAdmin.status).toBe(403);
    expect(await read('conversations')).toMatchObject({ conversations: [{ assignee: 'Mara' }] });
    await now.end('SIGTERM');

    const later = await start(data);
    expect([later.errors(), later.lines()[1]]).toEqual(['', expect.stringMatching(/\/agent$/)]);
    expect((await agent(clientOf(later, token))('GET', '/session')).status).toBe(200);
    await later.end('SIGTERM');
  });
});
