import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  anonymous,
  basic,
  createVisitor,
  listen,
  listenAsAgent,
  listenAsVisitor,
  sendAgentFile,
  sendFile,
  sendText,
  signedIn,
  type Visitor,
  visitorChannel,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { filesIn } from '../support/filesIn';
import { folderForThisFile } from '../support/folder';
import { forThisFile } from '../support/forThis';
import { signJwt } from '../support/jwt';
import { unzip } from '../support/unzip';

const DAY = 86_400_000;
const KEY = { id: 'shop', secret: 'a secret that has at least 32 characters' };

const exportOf = async (desk: Desk, appUserId: string) => {
  const answer = await fetch(`${desk.origin}/agent/api/users/${appUserId}/export`, {
    headers: { authorization: `Bearer ${desk.agentToken}` },
  });
  return { answer, files: unzip(Buffer.from(await answer.arrayBuffer())) };
};

describe.each(ENGINES)('what the desk forgets on %s', async (_name, engine) => {
  const folder = folderForThisFile();
  let now = Date.now();
  const settings = {
    auth: { signingKeys: [KEY] },
    retention: { days: 90 },
    uploads: { visitorMegabytes: 1, addressMegabytes: 2 },
  };
  const desk = await forThisFile(startDesk({ ...engine, uploadsFolder: folder, settings, now: () => now }));

  const data = async ({ id }: Visitor) => agent(desk)('GET', `/users/${id}/data`);
  const close = ({ conversationId }: Visitor) =>
    agent(desk)('POST', `/conversations/${conversationId}/close`, {});
  const isThere = async ({ conversationId }: Visitor) =>
    (await agent(desk)('GET', `/conversations/${conversationId}`)).status === 200;

  /** Stores more texts than the desk reads at once. */
  const addTexts = ({ conversationId }: Visitor, count: number) =>
    desk.store.transaction(async (tx) => {
      for (let at = 0; at < count; at++) {
        await tx.insertMessage({
          id: `${conversationId}-${at}`,
          conversationId,
          referenceId: null,
          received: now + 1000 + at,
          role: 'appUser',
          type: 'text',
          body: { text: `text ${at}` },
        });
      }
    });

  it('deletes a visitor with their messages and files, and leaves others alone', async () => {
    const [ann, bob] = [await createVisitor(desk), await createVisitor(desk)];
    await sendText(ann, 'my secret');
    const file = await sendFile(ann, desk, { name: 'a.png', content: 'png' });
    await sendAgentFile(desk, ann.conversationId, { name: 'b.pdf', content: 'pdf' });
    await sendFile(bob, desk, { name: 'c.png', content: 'png' });
    const { body } = await ann.call('GET', `/conversations/${ann.conversationId}/messages`);
    const address = String(body.messages.find(({ _id }) => _id === file.body.messageId)?.mediaUrl);
    expect((await data(ann)).body).toEqual({ conversations: 1, messages: 3, files: 2, bytes: 8192 });
    const before = filesIn(folder).length;

    const deleted = await agent(desk)('DELETE', `/users/${ann.id}`);
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { conversations: 1, messages: 3, files: 2, bytes: 8192 },
    ]);
    expect(filesIn(folder)).toHaveLength(before - 2);
    expect((await fetch(address)).status).toBe(404);
    expect(await isThere(ann)).toBe(false);
    expect((await ann.call('GET', `/appusers/${ann.id}`)).status).toBe(401);
    expect((await agent(desk)('GET', '/conversations?search=secret')).body.conversations).toEqual([]);
    expect((await data(ann)).body.error.code).toBe('not_found');
    expect((await agent(desk)('DELETE', `/users/${ann.id}`)).status).toBe(404);
    expect((await data(bob)).body).toMatchObject({ messages: 1, files: 1 });
  });

  it('tells all inboxes, and ends the subscriptions of the visitor', async () => {
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'hello');
    const [live, inbox] = await Promise.all([listenAsVisitor(desk, visitor), listenAsAgent(desk)]);
    await agent(desk)('DELETE', `/users/${visitor.id}`);
    expect(await live.refused()).toBe('401::invalid_auth');
    const events = await inbox.until(1);
    expect(events).toMatchObject([
      { type: 'conversations:deleted', conversationIds: [visitor.conversationId] },
    ]);
    live.stop();
    inbox.stop();
  });

  it('deletes a visitor with a login, whose subscription by token ends, too', async () => {
    const jwt = signJwt(KEY, { external_id: 'ann-1', exp: Math.floor(now / 1000) + 3600 });
    const call = signedIn(desk, `Bearer ${jwt}`);
    const { body } = await anonymous(desk)(
      'POST',
      '/login',
      { userId: 'ann-1' },
      { authorization: `Bearer ${jwt}` },
    );
    const id = body.appUser._id;
    const ext = { appId: desk.appId, appUserId: id, jwt };
    const live = await listen(desk, visitorChannel(desk, id), ext);
    await agent(desk)('DELETE', `/users/${id}`);
    expect(await live.refused()).toMatch('App user not found');
    expect((await call('GET', `/appusers/${id}`)).body.error.code).toBe('user_not_found');
    live.stop();
  });

  it('exports everything of a visitor as one archive, files among it', async () => {
    const visitor = await createVisitor(desk, { properties: { plan: 'gold' } });
    await sendText(visitor, 'first');
    const sent = await sendFile(visitor, desk, { name: '../é.png', content: 'png bytes' });
    await addTexts(visitor, 205);
    await close(visitor);
    const { answer, files } = await exportOf(desk, visitor.id);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="visitor-${visitor.id}.zip"`,
    );
    const folderOf = `conversations/${visitor.conversationId}`;
    const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null');
    expect(json('visitor.json')).toMatchObject({
      id: visitor.id,
      properties: { plan: 'gold' },
      sessions: [{ kind: 'session', createdAt: new Date(now).toISOString() }],
    });
    expect(json(`${folderOf}/conversation.json`)).toMatchObject({ status: 'idle', messageCount: 2 });
    const messages = json(`${folderOf}/messages.json`);
    expect(messages).toHaveLength(207);
    expect(messages[0]).toMatchObject({ text: 'first', role: 'appUser' });
    expect(messages[206]).toMatchObject({ text: 'text 204' });
    expect(json(`${folderOf}/changes.json`)).toMatchObject([{ kind: 'change', what: 'closed' }]);
    const [listed] = json(`${folderOf}/files.json`);
    expect(listed).toMatchObject({ messageId: sent.body.messageId, size: 9 });
    expect(files.get(`${folderOf}/${listed.file}`)?.toString()).toBe('png bytes');
    expect([...files.keys()].filter((name) => name.includes('..'))).toEqual([]);
    // Nothing in it opens anything.
    const all = [...files.values()].map(String).join('');
    expect(all).not.toContain(visitor.sessionToken);
    expect(all).not.toContain('tokenHash');
    expect((await agent(desk)('GET', '/users/nobody/export')).status).toBe(404);
  });

  it('exports the rest where a file is missing from the storage', async () => {
    const visitor = await createVisitor(desk);
    await sendFile(visitor, desk, { name: 'a.png', content: 'png' });
    for (const name of filesIn(folder)) rmSync(join(folder, name.slice(0, 2), name), { force: true });
    const { files } = await exportOf(desk, visitor.id);
    const [, content] = [...files].find(([name]) => name.endsWith('a.png')) ?? [];
    expect(content?.toString()).toMatch('missing from the storage');
  });

  it('lets nobody but agents do so', async () => {
    const visitor = await createVisitor(desk);
    const calls = [
      ['GET', `/users/${visitor.id}/data`],
      ['GET', `/users/${visitor.id}/export`],
      ['DELETE', `/users/${visitor.id}`],
    ] as const;
    const jwt = signJwt(KEY, { external_id: 'x', exp: Math.floor(now / 1000) + 3600 });
    const callers = [undefined, basic(visitor.id, visitor.sessionToken), `Bearer ${jwt}`, 'Bearer wrong'];
    for (const [method, path] of calls) {
      for (const authorization of callers) {
        const answer = await fetch(`${desk.origin}/agent/api${path}`, {
          method,
          headers: authorization ? { authorization } : {},
        });
        expect([method, path, answer.status]).toEqual([method, path, 401]);
      }
    }
    expect((await visitor.call('GET', `/appusers/${visitor.id}`)).status).toBe(200);
    expect((await visitor.call('DELETE', `/appusers/${visitor.id}`)).status).toBe(404);
  });

  it('ends a session that was not used for a year, and none that was', async () => {
    const [gone, used] = [await createVisitor(desk), await createVisitor(desk)];
    await sendText(gone, 'hello');
    await sendText(used, 'hello');
    now += 200 * DAY;
    expect((await used.call('GET', `/appusers/${used.id}`)).status).toBe(200);
    now += 166 * DAY;
    expect((await gone.call('GET', `/appusers/${gone.id}`)).status).toBe(401);
    await desk.upkeep();
    expect(await desk.store.sessionsOf(gone.id)).toEqual([]);
    expect((await used.call('GET', `/appusers/${used.id}`)).status).toBe(200);
    // What they wrote is still there.
    expect(await isThere(gone)).toBe(true);
  });

  it('deletes visitors who never wrote after thirty days without a visit', async () => {
    const [silent, wrote, back] = [
      await createVisitor(desk),
      await createVisitor(desk),
      await createVisitor(desk),
    ];
    await sendText(wrote, 'hello');
    now += 20 * DAY;
    await back.call('GET', `/appusers/${back.id}`);
    await desk.upkeep();
    expect(await desk.store.userById(silent.id)).toBeDefined();
    now += 11 * DAY;
    await desk.upkeep();
    expect(await desk.store.userById(silent.id)).toBeUndefined();
    expect(await desk.store.userById(wrote.id)).toBeDefined();
    expect(await desk.store.userById(back.id)).toBeDefined();
    expect((await silent.call('GET', `/appusers/${silent.id}`)).status).toBe(401);
  });

  it('deletes closed conversations with their files after the days of the settings', async () => {
    const [old, open, touched] = [
      await createVisitor(desk),
      await createVisitor(desk),
      await createVisitor(desk),
    ];
    for (const visitor of [old, open, touched])
      await sendFile(visitor, desk, { name: 'a.png', content: 'png' });
    await close(old);
    now += 80 * DAY;
    await close(touched);
    now += 11 * DAY;
    const [live, inbox] = await Promise.all([listenAsVisitor(desk, old), listenAsAgent(desk)]);
    const before = filesIn(folder).length;
    await desk.upkeep();
    expect([await isThere(old), await isThere(open), await isThere(touched)]).toEqual([false, true, true]);
    expect(filesIn(folder).length).toBeLessThan(before);
    expect(await live.until(1)).toMatchObject([
      { type: 'conversation:removed', conversation: { _id: old.conversationId } },
    ]);
    const [told] = await inbox.until(1);
    expect(told).toMatchObject({ type: 'conversations:deleted' });
    const [entry] = await desk.store.auditEntries({ limit: 1 });
    expect(entry).toMatchObject({ action: 'conversations-expired', actor: { kind: 'desk' }, detail: '1' });
    expect((await old.call('GET', `/appusers/${old.id}`)).body.conversations).toEqual([]);
    live.stop();
    inbox.stop();
  });

  it('removes files that no message uses, once they are two hours old', async () => {
    const visitor = await createVisitor(desk);
    await sendFile(visitor, desk, { name: 'a.png', content: 'png' });
    const kept = (await desk.store.attachmentsOf([visitor.conversationId]))[0]?.id ?? '';
    const place = (name: string) => join(folder, name.slice(0, 2), name);
    mkdirSync(join(folder, 'un'));
    for (const name of ['unused-file-old', 'unused-file-new']) writeFileSync(place(name), 'x');
    const age = (name: string, ms: number) => utimesSync(place(name), (now - ms) / 1000, (now - ms) / 1000);
    now += DAY;
    age('unused-file-old', 3 * 3_600_000);
    age('unused-file-new', 3_600_000);
    age(kept, 3 * 3_600_000);
    await desk.upkeep();
    expect(['unused-file-old', 'unused-file-new', kept].map((name) => existsSync(place(name)))).toEqual([
      false,
      true,
      true,
    ]);
    rmSync(place('unused-file-new'));
  });

  it('bounds the files of visitors without a login at one address, and frees the room of those deleted', async () => {
    const content = 'x'.repeat(700_000);
    const from = (address: string) => async (visitor: Visitor) => {
      const form = new FormData();
      form.append('author', JSON.stringify({ role: 'appUser', appUserId: visitor.id }));
      form.append('message', '{"role":"appUser"}');
      form.append('source', new Blob([content]), 'a.png');
      const path = `/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/files`;
      const headers = {
        authorization: basic(visitor.id, visitor.sessionToken),
        'x-forwarded-for': address,
      };
      return (await fetch(desk.origin + path, { method: 'POST', headers, body: form })).status;
    };
    const visitors = [];
    for (let at = 0; at < 4; at++) visitors.push(await createVisitor(desk));
    const [ann, bob, cleo, dan] = visitors as [Visitor, Visitor, Visitor, Visitor];
    // Other runs may share the database.
    const net = `2001:db8:${randomBytes(2).toString('hex')}`;
    const [here, there] = [from(`${net}:1::5`), from(`${net}:2::5`)];
    expect([await here(ann), await here(bob), await here(cleo)]).toEqual([201, 201, 507]);
    expect(await there(dan)).toBe(201);
    const [file] = await desk.store.attachmentsOf([ann.conversationId]);
    expect(file?.address).toMatch(/^[\w-]{22}$/);
    await agent(desk)('DELETE', `/users/${ann.id}`);
    expect(await here(cleo)).toBe(201);
  });
});
