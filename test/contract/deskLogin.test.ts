import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk';
import {
  agent,
  anonymous,
  createVisitor,
  listen,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  signedIn,
  type Visitor,
  visitorChannel,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { FAKE_EXP, type SigningKey, signJwt } from '../support/jwt';
import { addKey, createSunshineClient } from '../support/sunshineClient';

const NOON = 1_800_000_000_000;
let people = 0;
const somebody = (): string => `customer-${people++}-${crypto.randomUUID()}`;

describe.each(ENGINES)('logging in on %s', (_name, engine) => {
  let desk: Desk;
  const time = NOON;
  let key: SigningKey;
  let externalId: string;
  let jwt: string;
  beforeAll(async () => {
    desk = await startDesk({ ...engine, now: () => time });
    key = (await agent(desk)('POST', '/signing-keys', { name: 'tests' })).body.signingKey;
  });
  afterAll(async () => {
    await agent(desk)('DELETE', `/signing-keys/${key.id}`);
    await desk.close();
  });
  beforeEach(() => {
    externalId = somebody();
    jwt = signJwt(key, { external_id: externalId, exp: FAKE_EXP, name: 'Ada', email: 'ada@shop.example' });
  });

  const login = (body: Record<string, unknown> = {}, token = jwt) =>
    signedIn(desk, `Bearer ${token}`)('POST', '/login', body);
  const conversationsOf = async (token = jwt) => {
    const { body: user } = await login({}, token);
    return user.conversations.map((c) => c._id);
  };

  it('creates the user of an external id once, also when logins race', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => login()));
    expect(all.map((a) => a.status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(all.map((a) => a.body.appUser._id)).size).toBe(1);
    expect(all[0]?.body).toMatchObject({
      appUser: { userId: externalId, givenName: 'Ada', email: 'ada@shop.example' },
      conversations: [],
      conversationsPagination: { hasMore: false },
      settings: { realtime: { enabled: true } },
    });
    expect(all[0]?.body.sessionToken).toBeUndefined();
  });

  it('is in the inbox under its proven name, not under the name that the visitor gives the conversation', async () => {
    const { _id } = (await login()).body.appUser;
    const call = signedIn(desk, `Bearer ${jwt}`);
    const begun = await call('POST', `/appusers/${_id}/conversations`, {
      type: 'personal',
      displayName: 'Billing department',
    });
    const { body } = await agent(desk)('GET', `/conversations/${begun.body.conversation._id}`);
    expect(body.conversation.displayName).toBe('Ada');
    // A visitor without a proven name keeps the name they gave the conversation.
    jwt = signJwt(key, { external_id: somebody(), exp: FAKE_EXP });
    const other = (await login()).body.appUser;
    const own = await signedIn(desk, `Bearer ${jwt}`)('POST', `/appusers/${other._id}/conversations`, {
      type: 'personal',
      displayName: 'Billing department',
    });
    const { body: named } = await agent(desk)('GET', `/conversations/${own.body.conversation._id}`);
    expect(named.conversation.displayName).toBe('Billing department');
  });

  it('takes the JWT wherever it takes a session token', async () => {
    const { body } = await login();
    const { _id } = body.appUser;
    const call = signedIn(desk, `Bearer ${jwt}`);
    const begun = await call('POST', `/appusers/${_id}/conversations`, { type: 'personal' });
    const sent = await call('POST', `/conversations/${begun.body.conversation._id}/messages`, {
      message: { text: 'hello' },
    });
    expect([begun.status, sent.status]).toEqual([201, 201]);
    expect((await call('GET', `/appusers/${_id}`)).body.conversations).toHaveLength(1);
    expect((await call('PUT', `/appusers/${_id}`, { locale: 'de' })).status).toBe(200);
    expect((await call('POST', `/appusers/${_id}/websocket/token`, {})).status).toBe(201);
  });

  it('answers 403 user_not_found to a valid JWT of a user who has not logged in', async () => {
    const answer = await signedIn(desk, `Bearer ${jwt}`)('GET', '/appusers/me');
    expect([answer.status, answer.body.error]).toEqual([
      403,
      { code: 'user_not_found', description: 'App user not found' },
    ]);
  });

  it('keeps a logged-in user out of what belongs to others', async () => {
    const other = await createVisitor(desk);
    await login();
    const call = signedIn(desk, `Bearer ${jwt}`);
    expect((await call('GET', `/appusers/${other.id}`)).body.error.code).toBe('forbidden');
    expect((await call('GET', `/conversations/${other.conversationId}`)).body.error.code).toBe('forbidden');
  });

  it('refuses a userId that is not the one in the JWT', async () => {
    expect((await login({ userId: externalId })).status).toBe(200);
    const answer = await login({ userId: 'somebody else' });
    expect([answer.status, answer.body.error.description]).toEqual([
      401,
      "userId must be the JWT's external_id",
    ]);
  });

  describe('as an anonymous visitor', () => {
    it('moves their conversations over, with every message, and ends what they were known by', async () => {
      const visitor = await createVisitor(desk, { properties: { plan: 'pro' }, referenceId: somebody() });
      await sendText(visitor, 'before');
      const { body } = await login({ appUserId: visitor.id, sessionToken: visitor.sessionToken });
      expect(body.conversations.map((c) => c._id)).toEqual([visitor.conversationId]);
      expect(body.appUser).toMatchObject({ userId: externalId, properties: { plan: 'pro' } });
      const call = signedIn(desk, `Bearer ${jwt}`);
      const log = await call('GET', `/conversations/${visitor.conversationId}/messages`);
      expect(log.body.messages.map((m) => m.text)).toEqual(['before']);
      const changes = await agent(desk)('GET', `/conversations/${visitor.conversationId}/changes`);
      expect(changes.body.happenings).toMatchObject([
        { what: 'merged', assignee: expect.stringMatching(/\w+ \w+/) },
      ]);
      expect((await visitor.call('GET', `/appusers/${visitor.id}`)).status).toBe(401);
      expect((await sendText(visitor, 'after')).status).toBe(401);
    });

    it('does so once, also when the login is repeated or races with itself', async () => {
      const visitor = await createVisitor(desk);
      const body = { appUserId: visitor.id, sessionToken: visitor.sessionToken };
      const all = await Promise.all([login(body), login(body), login(body)]);
      expect(all.map((a) => a.status)).toEqual([200, 200, 200]);
      expect(new Set(all.map((a) => a.body.appUser._id)).size).toBe(1);
      expect((await login(body)).body.conversations.map((c) => c._id)).toEqual([visitor.conversationId]);
    });

    it('adds to what the user has already, keeping one default and no reference twice', async () => {
      const first = await createVisitor(desk, { conversation: {} });
      await login({ appUserId: first.id, sessionToken: first.sessionToken });
      const mine = await signedIn(desk, `Bearer ${jwt}`)('GET', '/appusers/x');
      expect(mine.status).toBe(403);
      const second = await createVisitor(desk);
      const referenceId = 'same-in-both';
      const { body: user } = await login();
      const own = await signedIn(desk, `Bearer ${jwt}`)(
        'POST',
        `/appusers/${user.appUser._id}/conversations`,
        { referenceId },
      );
      await second.call('POST', `/appusers/${second.id}/conversations`, { referenceId });
      const { body } = await login({ appUserId: second.id, sessionToken: second.sessionToken });
      expect(body.conversations).toHaveLength(4);
      expect(body.conversations.filter((c) => c.isDefault).map((c) => c._id)).toEqual([first.conversationId]);
      const again = await signedIn(desk, `Bearer ${jwt}`)(
        'POST',
        `/appusers/${user.appUser._id}/conversations`,
        { referenceId },
      );
      expect(again.body.conversation._id).toBe(own.body.conversation._id);
    });

    it('knows a message again whose repeat goes to another conversation of theirs (msg-8)', async () => {
      const visitor = await createVisitor(desk);
      const first = await sendText(visitor, 'Once', 'sent-before');
      const call = signedIn(desk, `Bearer ${jwt}`);
      const user = (await login()).body.appUser;
      const { conversation } = (await call('POST', `/appusers/${user._id}/conversations`, {})).body;
      const send = (text: string, referenceId: string) =>
        call('POST', `/conversations/${conversation._id}/messages`, {
          author: { role: 'appUser', appUserId: user._id, client: { platform: 'web', id: 'c' } },
          message: { role: 'appUser', type: 'text', text, referenceId },
        });
      await login({ appUserId: visitor.id, sessionToken: visitor.sessionToken });
      const again = await send('Once', 'sent-before');
      expect([again.status, again.body.messages[0]?._id]).toEqual([200, first.body.messages[0]?._id]);
      const textsOf = async (id: string) =>
        (await call('GET', `/conversations/${id}/messages`)).body.messages.map((m) => m.text);
      expect(await textsOf(visitor.conversationId)).toEqual(['Once']);
      expect(await textsOf(conversation._id)).toEqual([]);
      // Another text is no repeat.
      expect((await send('Twice', 'sent-before')).status).toBe(201);
      expect(await textsOf(conversation._id)).toEqual(['Twice']);
    });

    it('keeps one of two copies that they have sent as two visitors, unless both are answered', async () => {
      const visitors = [await createVisitor(desk), await createVisitor(desk), await createVisitor(desk)];
      for (const visitor of visitors) await sendText(visitor, 'Once', 'of-two-visitors');
      const [, second, answered] = visitors as [Visitor, Visitor, Visitor];
      await sendText(second, 'More', 'of-one');
      await agent(desk)('POST', `/conversations/${answered.conversationId}/messages`, { text: 'Hello' });
      for (const { id, sessionToken } of visitors) await login({ appUserId: id, sessionToken });
      const call = signedIn(desk, `Bearer ${jwt}`);
      const textsOf = async ({ conversationId }: Visitor) =>
        (await call('GET', `/conversations/${conversationId}/messages`)).body.messages.map((m) => m.text);
      expect(await Promise.all(visitors.map(textsOf))).toEqual([['Once'], ['More'], ['Once', 'Hello']]);
      const row = (await agent(desk)('GET', `/conversations/${second.conversationId}`)).body.conversation;
      expect([row.lastMessage?.text, row.unreadCount]).toEqual(['More', 1]);
    });

    it('keeps both copies where the first is in a closed conversation, or a program has chosen the reference', async () => {
      const [closed, second] = [await createVisitor(desk), await createVisitor(desk)];
      for (const visitor of [closed, second]) await sendText(visitor, 'Once', 'closed');
      await agent(desk)('POST', `/conversations/${closed.conversationId}/close`, {});
      const programs = createSunshineClient(desk.origin, await addKey(desk.store));
      const byProgram = [await createVisitor(desk), await createVisitor(desk)];
      for (const { conversationId, id } of byProgram) {
        const author = { type: 'user', userId: id };
        const content = { type: 'text', text: 'Yes', referenceId: '2' };
        await programs.MessagesApi.postMessage(desk.appId, conversationId, { author, content });
      }
      const all = [closed, second, ...byProgram];
      for (const { id, sessionToken } of all) await login({ appUserId: id, sessionToken });
      const call = signedIn(desk, `Bearer ${jwt}`);
      const textsOf = async ({ conversationId }: Visitor) =>
        (await call('GET', `/conversations/${conversationId}/messages`)).body.messages.map((m) => m.text);
      expect(await Promise.all(all.map(textsOf))).toEqual([['Once'], ['Once'], ['Yes'], ['Yes']]);
    });

    it('never merges another logged-in user', async () => {
      const other = await createVisitor(desk);
      const otherJwt = signJwt(key, { external_id: somebody(), exp: FAKE_EXP });
      await login({ appUserId: other.id, sessionToken: other.sessionToken }, otherJwt);
      await login({ appUserId: other.id, sessionToken: other.sessionToken });
      expect(await conversationsOf(otherJwt)).toEqual([other.conversationId]);
      expect(await conversationsOf()).toEqual([]);
    });

    it('merges no user without their token', async () => {
      const other = await createVisitor(desk);
      expect((await login({ appUserId: other.id, sessionToken: 'guess' })).body.conversations).toEqual([]);
      expect((await login({ appUserId: other.id })).body.conversations).toEqual([]);
      expect((await other.call('GET', `/appusers/${other.id}`)).status).toBe(200);
    });

    it('forgets the reference that created them, so that it opens no account', async () => {
      const referenceId = somebody();
      const visitor = await createVisitor(desk, { referenceId });
      const { body } = await login({ appUserId: visitor.id, sessionToken: visitor.sessionToken });
      const again = await createVisitor(desk, { referenceId });
      expect(again.id).not.toBe(body.appUser._id);
      expect(again.conversationId).not.toBe(visitor.conversationId);
    });

    it('loses no message that is sent while the conversation moves', async () => {
      const visitor = await createVisitor(desk);
      const sending = Promise.all(Array.from({ length: 8 }, (_, i) => sendText(visitor, `m${i}`, `r${i}`)));
      await login({ appUserId: visitor.id, sessionToken: visitor.sessionToken });
      const taken = (await sending).filter((a) => a.status < 300).map((a) => a.body.messages[0]?._id);
      const refused = (await sending).filter((a) => a.status >= 300).map((a) => a.status);
      expect(refused.every((status) => status === 401 || status === 403)).toBe(true);
      const call = signedIn(desk, `Bearer ${jwt}`);
      const log = (await call('GET', `/conversations/${visitor.conversationId}/messages`)).body.messages;
      expect(log.map((m) => m._id).sort()).toEqual(taken.sort());
    });
  });

  describe('with session credentials', () => {
    it('answers their user, in the body or as Basic', async () => {
      const visitor = await createVisitor(desk);
      const credentials = { appUserId: visitor.id, sessionToken: visitor.sessionToken };
      const named = await anonymous(desk)('POST', '/login', credentials);
      expect(named.body).toMatchObject({ appUser: { _id: visitor.id }, sessionToken: visitor.sessionToken });
      expect((await visitor.call('POST', '/login', {})).body.appUser._id).toBe(visitor.id);
    });

    it('answers 401 to wrong ones and to a missing one', async () => {
      const visitor = await createVisitor(desk);
      for (const body of [{}, { appUserId: visitor.id }, { appUserId: visitor.id, sessionToken: 'no' }]) {
        expect((await anonymous(desk)('POST', '/login', body)).body.error.code).toBe('invalid_auth');
      }
    });
  });

  describe('logging out', () => {
    const client = (id: string) => ({ client: { platform: 'web', id } });

    it('ends the sessions and websocket tokens of that browser and leaves others', async () => {
      const referenceId = somebody();
      const here = await createVisitor(desk, { referenceId, ...client('here') });
      const alsoHere = await createVisitor(desk, { referenceId, ...client('here') });
      const there = await createVisitor(desk, { referenceId, ...client('there') });
      const { body } = await here.call('POST', `/appusers/${here.id}/websocket/token`, {});
      const out = await here.call('POST', `/appusers/${here.id}/logout`, client('here'));
      expect([out.status, out.body]).toEqual([200, {}]);
      const status = async (v: typeof here) => (await v.call('GET', `/appusers/${v.id}`)).status;
      expect([await status(here), await status(alsoHere), await status(there)]).toEqual([401, 401, 200]);
      const ext = { appId: desk.appId, appUserId: here.id, websocketToken: body.token };
      await expect(listen(desk, visitorChannel(desk, here.id), ext)).rejects.toMatchObject({ code: 401 });
    });

    it('closes the subscriptions made with a JWT', async () => {
      const { body } = await login();
      const { _id } = body.appUser;
      const ext = { appId: desk.appId, appUserId: _id, jwt };
      const live = await listen(desk, visitorChannel(desk, _id), ext);
      await signedIn(desk, `Bearer ${jwt}`)('POST', `/appusers/${_id}/logout`, {});
      await live.handshakes(2);
      live.stop();
    });
  });

  it('lets agents end every session of a user', async () => {
    const visitor = await createVisitor(desk);
    const live = await listenAsVisitor(desk, visitor);
    await visitor.call('POST', `/appusers/${visitor.id}/websocket/token`, {});
    const answer = await agent(desk)('POST', `/users/${visitor.id}/expire-sessions`, {});
    expect([answer.status, answer.body.expired]).toEqual([200, 2]);
    expect((await visitor.call('GET', `/appusers/${visitor.id}`)).status).toBe(401);
    expect(await live.refused()).toBe('401::invalid_auth');
    live.stop();
    expect((await agent(desk)('POST', '/users/nobody/expire-sessions', {})).status).toBe(404);
  });

  it('tells the user’s tabs and the agents of the conversations that moved', async () => {
    const { body } = await login();
    const { _id } = body.appUser;
    const [tab, desks] = await Promise.all([
      listen(desk, visitorChannel(desk, _id), { appId: desk.appId, appUserId: _id, jwt }),
      listenAsAgent(desk),
    ]);
    const visitor = await createVisitor(desk);
    await sendText(visitor, 'hello');
    await login({ appUserId: visitor.id, sessionToken: visitor.sessionToken });
    expect(await tab.until(1)).toMatchObject([
      { type: 'conversation:added', conversation: { _id: visitor.conversationId } },
    ]);
    expect((await desks.until(3))[2]).toMatchObject({
      type: 'conversation:updated',
      conversation: {
        _id: visitor.conversationId,
        displayName: 'Ada',
        visitor: { appUserId: _id, externalId },
      },
    });
    tab.stop();
    desks.stop();
  });
});

describe('the log’s id', () => {
  it('is the same wherever a conversation or its messages are answered, and another on another store', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 2; i++) {
      const desk = await startDesk();
      const visitor = await createVisitor(desk);
      const live = await listenAsVisitor(desk, visitor);
      const sent = await sendText(visitor, 'hello');
      const path = `/conversations/${visitor.conversationId}`;
      const [one] = await live.until(1);
      const seen = [
        sent.body.conversation.logId,
        (await visitor.call('GET', path)).body.conversation.logId,
        (await visitor.call('GET', path)).body.logId,
        (await visitor.call('GET', `${path}/messages`)).body.logId,
        (await visitor.call('GET', `/appusers/${visitor.id}`)).body.conversations[0]?.logId,
        one?.conversation.logId,
        one?.logId,
      ];
      expect(new Set(seen).size).toBe(1);
      ids.push(seen[0] ?? '');
      live.stop();
      await desk.close();
    }
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('');
  });
});
