import { describe, expect, it } from 'vitest';
import type {
  AgentPeopleAnswer,
  AgentPersonAnswer,
  AgentVisitorNotesAnswer,
} from '../../examples/support-desk/shared/answers/people';
import { startDesk } from '../support/desk';
import {
  agent,
  createVisitor,
  listenAsVisitor,
  sendText,
  signedIn,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { signJwt } from '../support/jwt';
import { signInAgent } from '../support/signInAgent';

describe.each(ENGINES)('what agents correct of a visitor, on %s', async (_name, engine) => {
  const desk = await forThisFile(startDesk(engine));
  const call = agent(desk);
  const { signingKey } = (await call('POST', '/signing-keys', { name: 'tests' })).body;
  const ask = async (method: string, id: string, body?: unknown) => {
    const answer = await call(method, `/users/${id}`, body);
    return { status: answer.status, ...(answer.body as unknown as AgentPersonAnswer) };
  };
  const logIn = (claims: Record<string, unknown>, body: Record<string, unknown> = {}) =>
    signedIn(desk, `Bearer ${signJwt(signingKey, claims)}`)('POST', '/login', body);
  const someone = async (properties: Record<string, unknown> = {}): Promise<Visitor> => {
    const visitor = await createVisitor(desk, { properties });
    await sendText(visitor, 'Hello');
    return visitor;
  };
  const rowOf = async ({ conversationId }: Visitor) =>
    (await call('GET', `/conversations/${conversationId}`)).body.conversation;

  it('stays when the page sets a name later, and is taken back', async () => {
    const visitor = await someone({ name: 'marra', phone: '1' });
    const { person, changes } = await ask('PATCH', visitor.id, { name: 'Mara Lind', phone: '+49 30 123' });
    expect(person).toMatchObject({ displayName: 'Mara Lind', nameFrom: 'agent', phone: '+49 30 123' });
    expect(changes.toSorted((a, b) => (a.field < b.field ? 1 : -1))).toMatchObject([
      { field: 'phone', from: '1', to: '+49 30 123' },
      { field: 'name', from: 'marra', to: 'Mara Lind' },
    ]);
    await visitor.call('PUT', `/appusers/${visitor.id}`, { properties: { name: 'M' } });
    expect(await rowOf(visitor)).toMatchObject({
      displayName: 'Mara Lind',
      visitor: { corrections: [{ field: 'name', stated: 'M', statedBy: 'page', counts: true }, {}] },
    });
    // The page never learns it.
    const own = (await visitor.call('GET', `/appusers/${visitor.id}`)).body;
    expect(JSON.stringify(own)).not.toContain('Mara');
    for (const words of ['mara lind', '030 123']) {
      const { body } = await call('GET', `/users?search=${words}`);
      expect((body as unknown as AgentPeopleAnswer).people.map((one) => one.displayName)).toContain(
        'Mara Lind',
      );
    }
    const after = await ask('PATCH', visitor.id, { name: null });
    expect(after.person).toMatchObject({ displayName: 'M', nameFrom: 'page' });
    expect(after.changes).toContainEqual(expect.objectContaining({ from: 'Mara Lind', to: 'M' }));
    // The same again changes nothing.
    expect((await ask('PATCH', visitor.id, { name: 'M' })).changes).toHaveLength(3);
  });

  it('does not hide what a login states, nor does the login wipe it', async () => {
    const visitor = await someone({ name: 'bobby' });
    await ask('PATCH', visitor.id, { name: 'Bob' });
    const claims = { external_id: crypto.randomUUID(), name: 'Robert' };
    const former = { appUserId: visitor.id, sessionToken: visitor.sessionToken };
    const { appUser } = (await logIn(claims, former)).body;
    const merged = await ask('GET', appUser._id);
    expect(merged.person).toMatchObject({
      displayName: 'Robert',
      nameFrom: 'login',
      visitor: { corrections: [{ value: 'Bob', stated: 'Robert', statedBy: 'login', counts: false }] },
    });
    expect(merged.changes).toHaveLength(1);
    const again = await ask('PATCH', appUser._id, { name: 'Rob' });
    expect(again.person).toMatchObject({
      displayName: 'Rob',
      nameFrom: 'agent',
      visitor: { corrections: [{ value: 'Rob', stated: 'Robert', counts: true }] },
    });
    await logIn({ ...claims, name: 'Roberta' });
    expect((await ask('GET', appUser._id)).person).toMatchObject({
      displayName: 'Roberta',
      nameFrom: 'login',
    });
  });

  it('is never a proven address, and counts where no login states one', async () => {
    const visitor = await someone();
    const { person } = await ask('PATCH', visitor.id, { email: 'mara@boats.example' });
    expect(person.visitor).toMatchObject({ email: 'mara@boats.example', emailVerified: false });
    expect((await visitor.call('GET', `/appusers/${visitor.id}`)).body.appUser.email).toBeUndefined();
    const claims = { external_id: crypto.randomUUID() };
    const { appUser } = (await logIn({ ...claims, email: 'old@boats.example', email_verified: true })).body;
    const both = await ask('PATCH', appUser._id, { email: 'new@boats.example' });
    expect(both.person.visitor).toMatchObject({
      email: 'old@boats.example',
      emailVerified: true,
      corrections: [{ value: 'new@boats.example', stated: 'old@boats.example', counts: false }],
    });
    await logIn(claims);
    expect((await ask('GET', appUser._id)).person.visitor).toMatchObject({
      email: 'new@boats.example',
      emailVerified: false,
    });
    await ask('PATCH', visitor.id, { email: null });
    expect((await ask('GET', visitor.id)).person.visitor.email).toBeUndefined();
  });

  describe('and note about one', () => {
    const world = async () => {
      const ada = await signInAgent(desk, { name: 'Ada', role: 'admin' });
      const ben = await signInAgent(desk, { name: 'Ben' });
      const cy = await signInAgent(desk, { name: 'Cy' });
      return { ada, ben, cy, visitor: await someone() };
    };
    const notesOf = async ({ id }: Visitor) =>
      ((await call('GET', `/users/${id}/notes`)).body as unknown as AgentVisitorNotesAnswer).notes;

    it('is with the visitor, once, changed and removed by its writer or an admin only', async () => {
      const { ada, ben, cy, visitor } = await world();
      const path = `/users/${visitor.id}/notes`;
      for (let i = 0; i < 2; i++) await ben.call('POST', path, { text: 'Call first', referenceId: 'a' });
      const [note] = await notesOf(visitor);
      expect(await notesOf(visitor)).toMatchObject([
        { text: 'Call first', author: { id: ben.id, name: 'Ben' } },
      ]);
      const one = `${path}/${note?._id}`;
      expect((await cy.ask('PATCH', one, { text: 'x' })).status).toBe(403);
      expect((await cy.ask('DELETE', one)).status).toBe(403);
      expect((await ben.ask('PATCH', one, { text: ' ' })).status).toBe(400);
      await ben.call('PATCH', one, { text: 'Call after ten' });
      await ada.call('PATCH', one, { text: 'Call after eleven' });
      const [changed] = await notesOf(visitor);
      expect(changed).toMatchObject({ text: 'Call after eleven', author: { name: 'Ben' } });
      expect(changed?.editedAt).toBeGreaterThan(1);
      await ada.call('DELETE', one);
      expect(await notesOf(visitor)).toEqual([]);
      expect((await ada.ask('DELETE', one)).status).toBe(404);
      const entries = JSON.stringify(await desk.store.auditEntries({ limit: 50 }));
      expect(entries).toContain('visitor-note-removed');
      expect(entries).not.toContain('Call after');
    });

    it('never reaches the visitor, follows a login, and goes with the visitor', async () => {
      const { ben, visitor } = await world();
      await ben.call('POST', `/users/${visitor.id}/notes`, { text: 'A secret note' });
      for (const path of [`/appusers/${visitor.id}`, `/conversations/${visitor.conversationId}`])
        expect(JSON.stringify((await visitor.call('GET', path)).body)).not.toContain('secret');
      const archive = await ben.ask('GET', `/users/${visitor.id}/export`);
      expect(Buffer.from(await archive.arrayBuffer()).toString('latin1')).not.toContain('A secret note');
      const former = { appUserId: visitor.id, sessionToken: visitor.sessionToken };
      const { appUser } = (await logIn({ external_id: crypto.randomUUID() }, former)).body;
      expect(await notesOf({ ...visitor, id: appUser._id })).toMatchObject([{ text: 'A secret note' }]);
      await call('DELETE', `/users/${appUser._id}`);
      expect(await desk.store.visitorEntries(appUser._id)).toEqual([]);
    });
  });

  describe('and write first', () => {
    const begin = (id: string, body: Record<string, unknown>) =>
      call('POST', `/users/${id}/conversations`, body);

    it('reaches the visitor live and as unread, once', async () => {
      const visitor = await someone();
      expect((await ask('GET', visitor.id)).reach).toEqual({ browsers: 1, channels: 0, atLogin: false });
      const heard = await listenAsVisitor(desk, visitor);
      const body = { text: 'Your canoe is ready', referenceId: 'a' };
      const [first, again] = [await begin(visitor.id, body), await begin(visitor.id, body)];
      expect([first.status, again.status]).toEqual([201, 201]);
      const { conversation } = first.body;
      expect(again.body.conversation._id).toBe(conversation._id);
      expect(conversation).toMatchObject({ lastMessage: { text: body.text, role: 'appMaker' } });
      expect(conversation._id).not.toBe(visitor.conversationId);
      const told = await heard.until(2);
      expect(told.map(({ type }) => type)).toEqual(['conversation:added', 'message']);
      heard.stop();
      const { conversations } = (await visitor.call('GET', `/appusers/${visitor.id}/conversations`)).body;
      const shown = conversations.find(({ _id }) => _id === conversation._id);
      expect(shown).toMatchObject({ participants: [{ unreadCount: 1 }] });
    });

    it('is refused for a visitor who is blocked or cannot be reached', async () => {
      const visitor = await someone();
      await call('POST', `/users/${visitor.id}/block`, {});
      const blocked = await begin(visitor.id, { text: 'Hello' });
      expect([blocked.status, JSON.stringify(blocked.body)]).toEqual([
        409,
        expect.stringContaining('blocked'),
      ]);
      await call('POST', `/users/${visitor.id}/unblock`, {});
      await call('POST', `/users/${visitor.id}/expire-sessions`, {});
      const gone = await begin(visitor.id, { text: 'Hello' });
      expect([gone.status, JSON.stringify(gone.body)]).toEqual([
        409,
        expect.stringContaining('Nothing reaches'),
      ]);
      expect((await begin('nobody', { text: 'Hello' })).status).toBe(404);
      expect((await begin(visitor.id, { text: ' ' })).status).toBe(400);
    });

    it('goes by email where that is set and an address is known', async () => {
      const email = {
        enabled: true,
        smtpUrl: 'smtp://127.0.0.1:9',
        from: 'a@b.example',
        page: 'https://b.example/',
      };
      const mailing = await startDesk({ ...engine, settings: { email } });
      const visitor = await createVisitor(mailing);
      const path = `/users/${visitor.id}`;
      await agent(mailing)('PATCH', path, { email: 'mara@boats.example' });
      expect((await agent(mailing)('GET', path)).body).toMatchObject({
        reach: { email: { address: 'mara@boats.example', verified: false, after: 300 } },
      });
      const { conversation } = (await agent(mailing)('POST', `${path}/conversations`, { text: 'Hello' }))
        .body;
      expect((await mailing.store.waitOf(conversation._id))?.mailAt).toBeGreaterThan(0);
      await mailing.close();
    });
  });

  it('is refused in words where it can be none, and gone with the visitor', async () => {
    const visitor = await someone();
    for (const wrong of [{ email: 'mara' }, { name: ' ' }, { phone: 'call me' }])
      expect((await ask('PATCH', visitor.id, wrong)).status).toBe(400);
    expect((await ask('PATCH', 'nobody', { name: 'X' })).status).toBe(404);
    await ask('PATCH', visitor.id, { name: 'Secret Name' });
    const entries = JSON.stringify(await desk.store.auditEntries({ limit: 50 }));
    expect(entries).toContain('visitor-corrected');
    expect(entries).not.toContain('Secret Name');
    await call('DELETE', `/users/${visitor.id}`);
    expect(await desk.store.visitorEntries(visitor.id)).toEqual([]);
  });
});
