import { createHash, createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { headerOf } from '../support/answeredMail';
import { type Desk, type DeskOptions, startDesk } from '../support/desk';
import {
  agent,
  anonymous,
  basic,
  createVisitor,
  type Listening,
  listenAsAgent,
  listenAsVisitor,
  sendText,
  signedIn,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';
import { signJwt } from '../support/jwt';
import { mailSettings, type Received, startMailServer } from '../support/mailServer';

const PAGE = 'https://shop.example/help';
const ADDRESS = 'ada@visitor.example';
const MINUTE = 60_000;
const WHATSAPP = { id: 'wa', type: 'whatsapp', phoneNumber: '4930123456' };
const KEY = { id: 'key', secret: 'a secret of more than 32 characters' };

describe.each(ENGINES)('email to a visitor who has gone, on %s', async (_name, engine) => {
  let visitor: Visitor;
  let time = 1_800_000_000_000;

  const server = await forThisFile(startMailServer());
  const email = {
    ...mailSettings(server.url),
    from: 'The shop <help@shop.example>',
    page: PAGE,
    offerAfter: 120,
    sendAfter: 300,
    linkDays: 7,
  };
  const messenger = { title: 'The shop' };
  const desk = await forThisFile(
    startDesk({
      ...engine,
      now: () => time,
      settings: {
        email,
        messenger,
        auth: { signingKeys: [KEY] },
        channels: [WHATSAPP],
        voice: { enabled: true },
        app: { endSessionEnabled: true },
        limits: { receiverMails: { points: 1000 } },
      },
    }),
  );
  beforeEach(async () => {
    time += 60 * MINUTE;
    Object.assign(server, { refuse: false, code: 451, refused: 0 });
    // What earlier tests have left due.
    await desk.mailRound();
    server.received.length = 0;
    visitor = await createVisitor(desk);
  });

  const path = () => `/conversations/${visitor.conversationId}`;
  const later = async (ms: number) => {
    time += ms;
    await desk.mailRound();
  };
  const log = async () => (await visitor.call('GET', `${path()}/messages`)).body.messages;
  const forms = async () => (await log()).filter((m) => m.type === 'form');
  const answer = (text = 'We have it in blue.', more = {}) =>
    agent(desk)('POST', `${path()}/messages`, { text, ...more });
  /** An agent answers, and the time of an email passes. */
  const answerAway = async (text?: string) => {
    await answer(text);
    await later(5 * MINUTE);
  };
  /** What the desk did, by the log. */
  const automatic = async () =>
    (await agent(desk)('GET', `${path()}/changes`)).body.happenings.map(({ what }) => what);
  const giveAddress = async (email: string) => {
    const [form] = await forms();
    return visitor.call('POST', `${path()}/messages`, {
      author: { role: 'appUser', appUserId: visitor.id, client: { id: 'client-1' } },
      message: {
        type: 'formResponse',
        quotedMessageId: form?._id,
        fields: [{ type: 'email', name: 'email', email }],
      },
    });
  };
  /** A visitor who waits, was asked, and left their address. */
  const leaveAddress = async () => {
    await sendText(visitor, 'Have you got it in blue?');
    await later(2 * MINUTE);
    expect((await giveAddress(ADDRESS)).status).toBe(201);
  };
  const tokenOf = (mail: Received | undefined) =>
    /#\/\?porch-open=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const open = (token: string, appUserId?: string, agreed?: true) =>
    anonymous(desk)('POST', '/emaillinks', { token, appUserId, agreed });
  /** The link of that visitor's email, opened in a browser without a visitor. */
  const openMailed = async () => {
    await leaveAddress();
    await answerAway();
    const token = tokenOf(server.received[0]);
    const { body } = await open(token, undefined, true);
    return { token, body, call: signedIn(desk, basic(visitor.id, body.sessionToken)) };
  };

  describe('asking for the address', () => {
    it('asks in the log when no agent has answered for the set time, in the visitor’s language', async () => {
      visitor = await createVisitor(desk, { locale: 'de-at' });
      await sendText(visitor, 'Hello?');
      await later(2 * MINUTE - 1);
      expect(await forms()).toEqual([]);
      await later(1);
      const [form] = await forms();
      expect(form).toMatchObject({
        role: 'appMaker',
        name: 'The shop',
        fields: [{ type: 'email', name: 'email', label: 'E-Mail-Adresse' }],
      });
      expect(form?.text).toContain('Das ist freiwillig.');
    });

    it('asks once in a conversation, however long it takes', async () => {
      await sendText(visitor, 'Hello?');
      await later(2 * MINUTE);
      await sendText(visitor, 'Still there?');
      await later(60 * MINUTE);
      await desk.mailRound();
      expect(await forms()).toHaveLength(1);
    });

    it('does not ask a visitor who got an answer or has written nothing', async () => {
      const silent = visitor;
      visitor = await createVisitor(desk);
      await sendText(visitor, 'Hello?');
      await answer();
      await later(60 * MINUTE);
      expect(await forms()).toEqual([]);
      visitor = silent;
      expect(await log()).toEqual([]);
    });

    it('is nobody’s word: the question stays unread, unanswered, and what lists show in its place', async () => {
      await sendText(visitor, 'Hello?');
      const before = (await agent(desk)('GET', path())).body.conversation;
      const agents = await listenAsAgent(desk);
      await later(2 * MINUTE);
      expect(await forms()).toMatchObject([{ automatic: true }]);
      const { conversation } = (await agent(desk)('GET', path())).body;
      expect(conversation).toEqual(before);
      expect(conversation).toMatchObject({ unreadCount: 1, lastMessage: { text: 'Hello?' } });
      const [event] = await agents.until(1);
      expect(event).toMatchObject({ type: 'message', message: { type: 'form' }, conversation: before });
      agents.stop();
    });

    it.each<[string, () => Promise<unknown>]>([
      ['an agent has closed', () => agent(desk)('POST', `${path()}/close`, {})],
      [
        'the visitor has ended',
        () => visitor.call('POST', `${path()}/activity`, { activity: { type: 'conversation:end' } }),
      ],
      ['is a blocked visitor’s', () => agent(desk)('POST', `/users/${visitor.id}/block`, {})],
      [
        'an agent has read, answered and closed',
        async () => {
          await answer();
          return agent(desk)('POST', `${path()}/close`, {});
        },
      ],
      [
        'has been talked about in a call',
        async () => {
          const { body } = await visitor.call('POST', `/appusers/${visitor.id}/calls`, {});
          return agent(desk)('POST', `/calls/${body.call.id}/answer`, {});
        },
      ],
    ])('does not ask in a conversation that %s, and leaves it as it is', async (_what, act) => {
      await sendText(visitor, 'Hello?');
      expect(await act()).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
      const before = (await agent(desk)('GET', path())).body.conversation;
      await later(2 * MINUTE);
      await later(60 * MINUTE);
      expect(await forms()).toEqual([]);
      expect((await agent(desk)('GET', path())).body.conversation).toEqual(before);
    });

    it('takes an address as forms do, and stores it as the visitor’s', async () => {
      await sendText(visitor, 'Hello?');
      await later(2 * MINUTE);
      expect((await giveAddress('no address')).status).toBe(400);
      expect((await giveAddress(ADDRESS)).status).toBe(201);
      expect((await visitor.call('GET', `/appusers/${visitor.id}`)).body.appUser.email).toBe(ADDRESS);
      expect((await giveAddress('eve@visitor.example')).status).toBe(400);
    });

    it.each([
      ['an open conversation', 'open'],
      ['one that an agent has closed since', 'closed'],
    ])(
      'takes an address in %s, and leaves that as it is: the question stays what is asked',
      async (_, state) => {
        await sendText(visitor, 'Have you got it in blue?');
        await later(2 * MINUTE);
        if (state === 'closed') await agent(desk)('POST', `${path()}/close`, {});
        const {
          visitor: _before,
          visitorLastRead: _read,
          ...before
        } = (await agent(desk)('GET', path())).body.conversation;
        expect((await giveAddress(ADDRESS)).status).toBe(201);
        const {
          visitor: shown,
          visitorLastRead: _later,
          ...after
        } = (await agent(desk)('GET', path())).body.conversation;
        expect(after).toEqual(before);
        expect(shown).toMatchObject({ email: ADDRESS });
        expect((await log()).map(({ type }) => type)).toEqual(['text', 'form', 'formResponse']);
      },
    );

    it('keeps the address when the visitor logs in, unless their token names one', async () => {
      const logIn = async (claims: Record<string, unknown>, former?: Visitor) => {
        const jwt = signJwt(KEY, { external_id: `ada ${visitor.id}`, exp: time / 1000 + 900, ...claims });
        const body = former && { appUserId: former.id, sessionToken: former.sessionToken };
        return (await signedIn(desk, `Bearer ${jwt}`)('POST', '/login', body ?? {})).body.appUser.email;
      };
      await leaveAddress();
      expect(await logIn({ name: 'Ada' }, visitor)).toBe(ADDRESS);
      const kept = (await agent(desk)('GET', path())).body.conversation;
      expect(kept.visitor).toMatchObject({ email: ADDRESS, emailVerified: false });
      // Answers that wait go there.
      await answerAway();
      expect(server.received).toMatchObject([{ to: [ADDRESS] }]);
      expect(await logIn({})).toBe(ADDRESS);
      expect(await logIn({ email: 'ada@shop.example' })).toBe('ada@shop.example');
      // What a token has said is the publisher's to repeat.
      expect(await logIn({})).toBeUndefined();
    });

    it('leaves the address alone that an agent’s own form asks for', async () => {
      await sendText(visitor, 'Hello?');
      const fields = [{ type: 'email', name: 'email', label: 'A friend’s address' }];
      await agent(desk)('POST', `${path()}/messages`, { type: 'form', fields });
      expect((await giveAddress('friend@other.example')).status).toBe(201);
      expect((await visitor.call('GET', `/appusers/${visitor.id}`)).body.appUser.email).toBeUndefined();
    });
  });

  describe('the answer', () => {
    beforeEach(leaveAddress);

    it('goes to the address when it is unread for the set time, with all that is unread', async () => {
      await answer();
      await later(5 * MINUTE - 1000);
      const actions = [{ type: 'link', text: 'See it', uri: 'https://shop.example/red?a=1&b=2' }];
      await answer('<b>And</b> in red & green.', { actions });
      expect(server.received).toEqual([]);
      await later(1000);
      const [mail] = server.received;
      expect(mail).toMatchObject({ to: [ADDRESS], from: 'help@shop.example' });
      expect(mail?.headers).toContain('Subject: New reply from The shop');
      expect(mail?.text).toContain('We have it in blue.');
      expect(mail?.text).toContain('<b>And</b> in red & green.\nSee it: https://shop.example/red?a=1&b=2\n');
      expect(mail?.html).toContain('&#60;b&#62;And&#60;/b&#62; in red &#38; green.');
      expect(mail?.text).toContain(`${PAGE}#/?porch-open=`);
      expect(mail?.text).not.toContain('Nobody has replied yet');
    });

    it('goes once; a later answer goes by an email of its own', async () => {
      await answerAway();
      await later(60 * MINUTE);
      expect(server.received).toHaveLength(1);
      await answerAway('And in green.');
      expect(server.received).toHaveLength(2);
      expect(server.received[1]?.text).not.toContain('We have it in blue.');
      expect(await automatic()).toEqual(['answersMailed', 'answersMailed']);
    });

    it('says where it leaves earlier ones out, which its link shows', async () => {
      for (let i = 1; i <= 21; i++) await answer(`Answer ${i}.`);
      await later(5 * MINUTE);
      const [mail] = server.received;
      expect(mail?.text).toMatch(/^…\n/);
      expect(mail?.text).toContain('Answer 21.');
      expect(mail?.text).not.toContain('Answer 1.');
    });

    it('does not go to a visitor who has read it, or who has written since', async () => {
      await answer();
      await visitor.call('POST', `${path()}/activity`, { activity: { type: 'conversation:read' } });
      await later(60 * MINUTE);
      await answer();
      await sendText(visitor, 'Thank you!');
      await later(60 * MINUTE);
      expect(server.received).toEqual([]);
    });

    it('has the same id when it goes again, so that its receiver shows it once', async () => {
      await answer();
      server.forget = true;
      await later(5 * MINUTE);
      server.forget = false;
      await later(MINUTE);
      const [first, second, ...more] = server.received.map(
        (mail) => /^Message-ID: (<.+>)$/im.exec(mail.headers)?.[1],
      );
      expect(first).toMatch(/@shop\.example>$/);
      expect([second, more]).toEqual([first, []]);
      await answerAway('And in green.');
      expect(/^Message-ID: (<.+>)$/im.exec(server.received[2]?.headers ?? '')?.[1]).not.toBe(first);
    });

    it('is in one thread with the others of its conversation, where no mailbox is read, too', async () => {
      await answerAway();
      await answerAway('And in green.');
      const threads = server.received.map((mail) => [
        headerOf(mail, 'References'),
        headerOf(mail, 'In-Reply-To'),
      ]);
      expect(threads).toHaveLength(2);
      expect(new Set(threads.flat()).size).toBe(1);
      expect(threads[0]?.[0]).toMatch(/^<.+@shop\.example>$/);
    });

    it('goes once the mail server is back, however many hours it was away', async () => {
      await answer();
      server.refuse = true;
      for (let i = 0; i < 12; i++) await later(60 * MINUTE);
      expect(server.received).toEqual([]);
      expect(await automatic()).toEqual(['answersDelayed']);
      server.refuse = false;
      await later(60 * MINUTE);
      expect(server.received.map((mail) => mail.text.includes('We have it in blue.'))).toEqual([true]);
      expect(await automatic()).toEqual(['answersMailed', 'answersDelayed']);
    });

    it('goes with the next one when the mail server was away for five days', async () => {
      await answer();
      server.refuse = true;
      await later(5 * MINUTE);
      for (const minutes of [1, 2, 4, 8, 16, 32]) await later(minutes * MINUTE);
      expect(server.refused).toBe(7);
      await later(59 * MINUTE);
      expect(server.refused).toBe(7);
      // The tries of four more days.
      await desk.store.transaction(async (tx) => {
        const wait = await tx.waitOf(visitor.conversationId);
        if (wait) await tx.putWait({ ...wait, tries: 123 });
      });
      for (let i = 0; i < 3; i++) await later(60 * MINUTE);
      expect(server.refused).toBe(9);
      expect(await automatic()).toEqual(['answersNotMailed', 'answersDelayed']);
      await answerAway('Still blue.');
      server.refuse = false;
      await later(MINUTE);
      expect(server.received.map((mail) => mail.text.match(/blue/g)?.length)).toEqual([2]);
    });

    it('goes with the next one when the mail server has refused it for good, unless it was read', async () => {
      for (const isRead of [false, true]) {
        server.received.length = 0;
        await answer();
        Object.assign(server, { refuse: true, code: 550 });
        await later(5 * MINUTE);
        Object.assign(server, { refuse: false, code: 451 });
        await later(24 * 60 * MINUTE);
        expect(server.received).toEqual([]);
        expect((await automatic())[0]).toBe('answersRefused');
        if (isRead)
          await visitor.call('POST', `${path()}/activity`, { activity: { type: 'conversation:read' } });
        await answerAway('Still blue.');
        expect(server.received.map((mail) => mail.text.match(/blue/g)?.length)).toEqual([isRead ? 1 : 2]);
      }
    });
  });

  describe('the link', () => {
    it('opens only its own conversation in a browser without a visitor', async () => {
      const { body, call } = await openMailed();
      expect(body.appUser._id).toBe(visitor.id);
      expect(body.conversations.map((c) => c._id)).toEqual([visitor.conversationId]);
      const before = (await log()).length;
      const author = { role: 'appUser', appUserId: visitor.id, client: { id: 'client-2' } };
      const sent = await call('POST', `${path()}/messages`, {
        author,
        message: { type: 'text', text: 'Thanks' },
      });
      expect([sent.status, (await log()).length]).toEqual([201, before + 1]);

      const created = await visitor.call('POST', `/appusers/${visitor.id}/conversations`, {
        client: { id: 'c' },
      });
      const other = `/conversations/${created.body.conversation._id}`;
      const refused = await Promise.all([
        call('GET', other),
        call('GET', `${other}/messages`),
        call('POST', `${other}/messages`, { author, message: { type: 'text', text: 'Hello' } }),
        call('POST', `/appusers/${visitor.id}/conversations`, {}),
        call('PUT', `/appusers/${visitor.id}`, { properties: { a: 1 } }),
        call('POST', `/appusers/${visitor.id}/websocket/token`, {}),
        call('PUT', path(), { displayName: 'Mine' }),
        call('GET', `/appusers/${visitor.id}/linkrequest?integrationIds=wa`),
      ]);
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
      const listed = await call('GET', `/appusers/${visitor.id}/conversations`);
      expect(listed.body.conversations.map((c) => c._id)).toEqual([visitor.conversationId]);
    });

    it('gives a session only to a browser whose owner has agreed', async () => {
      const { token } = await openMailed();
      for (const asUser of [undefined, 'another']) {
        const { status, body } = await open(token, asUser);
        expect([status, body]).toEqual([
          200,
          {
            appUser: { _id: visitor.id },
            conversationId: visitor.conversationId,
            asks: 'a•••@visitor.example',
          },
        ]);
        expect((await open(token, asUser, true)).body.sessionToken).toMatch(/./);
      }
    });

    it('shows nothing of the visitor, and of the conversation what its own page shows', async () => {
      const told = { properties: { card: '4111', name: 'Real Name' } };
      await visitor.call('PUT', `/appusers/${visitor.id}`, told);
      await visitor.call('PUT', path(), { metadata: { 'zen:ticket:tags': 'vip' } });
      const { body, call } = await openMailed();
      const author = { role: 'appUser', appUserId: visitor.id, client: { id: 'client-2' } };
      const messages = [...(await log())];
      /** Each route of a visitor, and what a link gets of it besides messages and settings. */
      const routes: [method: string, path: string, body: unknown, answer: number | readonly string[]][] = [
        [
          'GET',
          `/appusers/${visitor.id}`,
          undefined,
          ['appUser', 'conversations', 'conversationsPagination', 'settings'],
        ],
        [
          'GET',
          `/appusers/${visitor.id}/conversations`,
          undefined,
          ['appUser', 'conversations', 'conversationsPagination', 'settings'],
        ],
        ['PUT', `/appusers/${visitor.id}`, { properties: {} }, 403],
        ['POST', `/appusers/${visitor.id}/conversations`, {}, 403],
        ['POST', `/appusers/${visitor.id}/websocket/token`, {}, 403],
        ['GET', `/appusers/${visitor.id}/linkrequest?integrationIds=wa`, undefined, 403],
        ['DELETE', `/appusers/${visitor.id}/clients/client-1`, undefined, 403],
        ['GET', path(), undefined, ['conversation', 'hasPrevious', 'logId', 'messages']],
        ['PUT', path(), { displayName: 'Mine' }, 403],
        ['GET', `${path()}/messages`, undefined, ['hasPrevious', 'logId', 'messages']],
        [
          'POST',
          `${path()}/messages`,
          { author, message: { type: 'text', text: 'Me' } },
          ['conversation', 'messages'],
        ],
        ['POST', `${path()}/activity`, { author, activity: { type: 'conversation:read' } }, []],
        ['POST', `${path()}/activity`, { author, activity: { type: 'typing:start' } }, []],
        ['POST', `${path()}/activity`, { author, activity: { type: 'conversation:end' } }, 403],
        ['POST', `${path()}/downloadOriginal`, {}, 403],
        ['POST', `/conversations/another/activity`, { activity: { type: 'conversation:read' } }, 403],
      ];
      for (const [method, to, sent, expected] of routes) {
        const answer = await call(method as 'GET', to, sent as undefined);
        const what = `${method} ${to}`;
        if (typeof expected === 'number') expect([what, answer.status]).toEqual([what, expected]);
        else expect([what, Object.keys(answer.body).sort()]).toEqual([what, expected]);
        expect(JSON.stringify(answer.body)).not.toMatch(/4111|Real Name|vip|metadata|givenName|"clients"/);
      }
      expect(JSON.stringify(body)).not.toMatch(/4111|Real Name|vip|metadata|givenName|"clients"/);
      expect(body.appUser).toEqual({ _id: visitor.id });
      expect((await log()).length).toBe(messages.length + 1);
    });

    it('logs out itself only', async () => {
      const { token, call } = await openMailed();
      const other = signedIn(desk, basic(visitor.id, (await open(token, undefined, true)).body.sessionToken));
      const mine = await visitor.call('GET', `/appusers/${visitor.id}`);
      for (const { id } of (mine.body.appUser as unknown as { clients: { id: string }[] }).clients)
        await other('POST', `/appusers/${visitor.id}/logout`, { client: { id } });
      const statuses = await Promise.all([other, call, visitor.call].map((as) => as('GET', path())));
      expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200]);
    });

    it('hears live events of its conversation only, until the visitor has another one', async () => {
      await visitor.call('PUT', path(), { metadata: { 'zen:ticket:tags': 'vip', card: '4111' } });
      const { body } = await openMailed();
      const holder = { ...visitor, sessionToken: body.sessionToken };
      const live: Listening = await listenAsVisitor(desk, holder);
      const own: Listening = await listenAsVisitor(desk, visitor);
      await answer('Live');
      expect((await live.until(1))[0]?.message.text).toBe('Live');
      await sendText(visitor, 'Heard');
      await live.until(2);

      // Whom the visitor is on another channel is for their own tabs.
      const asked = await visitor.call('GET', `/appusers/${visitor.id}/linkrequest?integrationIds=wa`);
      const code = asked.body.linkRequests[0]?.code;
      await agent(desk)('POST', `/link-requests/${code}/match`, { displayName: 'Real Name' });
      await live.handshakes(2);
      const { appUser } = (await visitor.call('GET', `/appusers/${visitor.id}`)).body;
      const linked = appUser.clients.find(({ platform }) => platform === 'whatsapp');
      await visitor.call('DELETE', `/appusers/${visitor.id}/clients/${linked?.id}`);
      await live.handshakes(3);
      await answer('Live again');
      await live.until(3);
      expect(JSON.stringify(live.events)).not.toMatch(/4111|vip|metadata|Real Name|whatsapp/);
      expect(live.events.map(({ type }) => type)).toEqual(['message', 'message', 'message']);
      expect(JSON.stringify(await own.until(5))).toMatch(/Real Name/);
      own.stop();
      await visitor.call('POST', `/appusers/${visitor.id}/conversations`, { client: { id: 'c' } });
      expect(await live.refused()).toContain('403');
      live.stop();
    });

    it('gives no session to the browser of this visitor, nor where the visitor logs in', async () => {
      const { token } = await openMailed();
      const { status, body } = await open(token, visitor.id);
      expect([status, body.sessionToken, body.appUser]).toEqual([200, undefined, { _id: visitor.id }]);
      await desk.store.transaction((tx) => tx.updateUser(visitor.id, { externalId: `ada ${visitor.id}` }));
      expect((await open(token, undefined, true)).body.sessionToken).toBeUndefined();
    });

    it('does not move the conversation to a user who logs in with it', async () => {
      const { body } = await openMailed();
      const login = { appUserId: visitor.id, sessionToken: body.sessionToken, client: { id: 'c' } };
      const again = await anonymous(desk)('POST', '/login', login);
      expect([again.status, again.body.conversations.length]).toEqual([200, 1]);
      const jwt = signJwt(KEY, { external_id: `eve ${visitor.id}`, exp: time / 1000 + 900 });
      const eve = await signedIn(desk, `Bearer ${jwt}`)('POST', '/login', login);
      expect([eve.status, eve.body.conversations]).toEqual([200, []]);
      expect((await visitor.call('GET', path())).status).toBe(200);
    });

    it('does nothing when it is old, forged or garbled, and its session ends', async () => {
      const { token, call } = await openMailed();
      const [text = '', signature = ''] = token.split('.');
      const forged = Buffer.from(JSON.stringify(['another', visitor.id, time * 2])).toString('base64url');
      const wrong = [
        `${forged}.${signature}`,
        `${text}.${signature}x`,
        text,
        '',
        '.',
        `${token}.x`,
        'x'.repeat(5000),
      ];
      for (const other of wrong) expect((await open(other)).status).toBe(404);
      time += 24 * 60 * MINUTE;
      expect((await call('GET', path())).status).toBe(401);
      expect((await open(token)).status).toBe(200);
      time += 6 * 24 * 60 * MINUTE;
      expect((await open(token)).status).toBe(404);
    });
  });
});

describe('the secret of the links', () => {
  const AGENT_TOKEN = 'a word that somebody chose';
  const TIME = 1_800_000_000_000;
  const email = { enabled: true, smtpUrl: 'smtp://127.0.0.1:25', from: 'a@shop.example', page: PAGE };
  const start = (more: DeskOptions = {}, settings = {}) =>
    startDesk({
      agentToken: AGENT_TOKEN,
      now: () => TIME,
      ...more,
      settings: { email: { ...email, ...settings } },
    });
  const signed = (key: string | Buffer, visitor: Visitor) => {
    const target = [visitor.conversationId, visitor.id, TIME + MINUTE, TIME];
    const text = Buffer.from(JSON.stringify(target)).toString('base64url');
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  };
  const linkKey = async ({ store }: Desk): Promise<string> => (await store.linkKeys())[0] ?? '';
  const opens = async (desk: Desk, token: string) =>
    (await anonymous(desk)('POST', '/emaillinks', { token })).status === 200;

  it('is the database’s own: no key that is made of the agents’ token opens anything', async () => {
    const desk = await start();
    const visitor = await createVisitor(desk);
    expect(await opens(desk, signed(await linkKey(desk), visitor))).toBe(true);
    const prefixes = ['', 'porch e-mail links ', 'porch email links ', 'porch ', 'links'];
    const texts = prefixes.flatMap((prefix) => [prefix + AGENT_TOKEN, AGENT_TOKEN + prefix]);
    const made = (['sha1', 'sha256', 'sha512', 'md5'] as const).flatMap((name) =>
      texts.map((text) => createHash(name).update(text).digest()),
    );
    const written = made.flatMap((key) => [key.toString('hex'), key.toString('base64url')]);
    const keys = [...texts, ...made, ...written, desk.store.campaignKey, desk.store.logId, desk.appId, ''];
    for (const key of keys) expect(await opens(desk, signed(key, visitor)), String(key)).toBe(false);
    await desk.close();
  });

  it('differs from desk to desk with the same agents’ token, and from that of campaigns', async () => {
    const desks = await Promise.all([start(), start(), start({ store: 'pglite' })]);
    const keys = [
      ...desks.flatMap(({ store }) => [store.campaignKey, store.logId]),
      ...(await Promise.all(desks.map(linkKey))),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key.length).toBeGreaterThanOrEqual(32);
    for (const desk of desks) await desk.close();
  });

  it('is replaced by agents, and the links of the one before still open', async () => {
    const desk = await start({ agentToken: 'one-word-of-agents' });
    const visitor = await createVisitor(desk);
    const tokens: string[] = [];
    const opened = () => Promise.all(tokens.map((token) => opens(desk, token)));
    const add = async () => void tokens.push(signed(await linkKey(desk), visitor));
    const rotate = () => agent(desk)('POST', '/email-links/rotate', {});
    await add();
    expect((await rotate()).status).toBe(200);
    await add();
    expect(new Set(tokens).size).toBe(2);
    expect(await opened()).toEqual([true, true]);
    await rotate();
    await add();
    expect(await opened()).toEqual([false, true, true]);
    await Promise.all([rotate(), rotate()]);
    expect(await opened()).toEqual([false, false, false]);
    expect(await desk.store.linkKeys()).toHaveLength(2);
    await desk.close();
  });

  it('outlives another agents’ token, and ends by `linksSince`', async () => {
    const desk = await start();
    const visitor = await createVisitor(desk);
    const token = signed(await linkKey(desk), visitor);
    await desk.close();
    const since = (ms: number) => ({ linksSince: new Date(TIME + ms).toISOString() });
    for (const [settings, opened] of [
      [{}, true],
      [since(-MINUTE), true],
      [since(0), true],
      [since(1), false],
      [since(MINUTE), false],
    ] as const) {
      const again = await start({ store: desk.store, agentToken: 'another word of theirs' }, settings);
      expect(await opens(again, token), JSON.stringify(settings)).toBe(opened);
      await again.close();
    }
  });
});

it('does not ask for an address while no mail server is set', async () => {
  let time = 1_800_000_000_000;
  const desk = await startDesk({ now: () => time, settings: { email: { enabled: true } } });
  const visitor = await createVisitor(desk);
  await sendText(visitor, 'Hello?');
  time += 60 * MINUTE;
  await desk.mailRound();
  const { body } = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
  expect(body.messages).toHaveLength(1);
  await desk.close();
});
