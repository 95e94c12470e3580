import { describe, expect, it } from 'vitest';
import { createAgent } from '../support/agents';
import { startDesk } from '../support/desk';
import { agent, createVisitor, sendText } from '../support/deskClient';
import { visitorForEachTest } from '../support/eachVisitor';
import { forThisFile } from '../support/forThis';

describe('the agent API', async () => {
  const desk = await forThisFile(startDesk({ settings: { agent: { name: 'Ada' } } }));
  const visitor = visitorForEachTest(desk);

  const send = (message: unknown) =>
    agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, message);
  const item = { title: 'Shoes', actions: [{ type: 'link', text: 'Buy', uri: 'https://shop.example' }] };

  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer wrong' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic d3Jvbmc=' }],
  ])('answers 401 to %s', async (_name, headers) => {
    for (const path of ['/session', '/conversations', '/conversations/x/messages', '/nothing']) {
      const response = await fetch(`${desk.origin}/agent/api${path}`, { headers: headers as HeadersInit });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error: { code: 'invalid_auth' } });
    }
  });

  it('returns who is signed in and the address of live events', async () => {
    expect((await agent(desk)('GET', '/session')).body).toEqual({
      name: 'Ada',
      realtime: { baseUrl: `${desk.origin}/faye`, channel: '/desk/agents' },
    });
  });

  it('lists conversations that have a message, and all when asked', async () => {
    const ids = async (query = '') =>
      (await agent(desk)('GET', `/conversations${query}`)).body.conversations.map((c) => c._id);
    expect(await ids()).not.toContain(visitor.conversationId);
    expect(await ids('?all=1')).toContain(visitor.conversationId);
    await sendText(visitor, 'hello');
    expect((await ids())[0]).toBe(visitor.conversationId);
  });

  it('shows whom an agent talks with', async () => {
    const info = {
      userAgent: 'Firefox',
      currentUrl: 'https://shop.example/cart',
      currentTitle: 'Cart',
      referrer: '',
    };
    Object.assign(
      visitor,
      await createVisitor(desk, { locale: 'de', client: { platform: 'web', id: 'c', info } }),
    );
    await sendText(visitor, 'hello');
    const { body } = await agent(desk)('GET', `/conversations/${visitor.conversationId}`);
    expect(body.conversation).toMatchObject({
      unreadCount: 1,
      lastMessage: { text: 'hello' },
      visitor: {
        appUserId: visitor.id,
        locale: 'de',
        userAgent: 'Firefox',
        currentUrl: 'https://shop.example/cart',
        currentTitle: 'Cart',
      },
    });
    expect(body.conversation.displayName).not.toBe('');
  });

  it('leaves what pages have set out of the list, and has it with the conversation', async () => {
    const long = 'x'.repeat(2000);
    await visitor.call('PUT', `/appusers/${visitor.id}`, { properties: { plan: long } });
    await visitor.call('POST', `/conversations/${visitor.conversationId}/messages`, {
      author: { role: 'appUser', appUserId: visitor.id },
      message: { type: 'text', text: 'hello', metadata: { note: long } },
    });
    const list = JSON.stringify((await agent(desk)('GET', '/conversations')).body);
    expect(list).toContain(visitor.conversationId);
    expect(list).not.toContain(long);
    const one = (await agent(desk)('GET', `/conversations/${visitor.conversationId}`)).body;
    expect(JSON.stringify(one)).toContain(long);
  });

  it('pages messages like the visitor’s side', async () => {
    for (let i = 0; i < 52; i++) await sendText(visitor, `m${i}`);
    const path = `/conversations/${visitor.conversationId}/messages`;
    const newest = (await agent(desk)('GET', path)).body;
    expect([newest.messages.length, newest.hasPrevious]).toEqual([50, true]);
    const older = (await agent(desk)('GET', `${path}?before=${newest.messages[0]?.received}`)).body;
    expect([older.messages.map((m) => m.text), older.hasPrevious]).toEqual([['m0', 'm1'], false]);
  });

  it.each([
    ['text', { text: 'Hi', actions: [{ type: 'reply', text: 'Yes', payload: 'YES' }] }],
    ['image', { mediaUrl: 'https://cdn.example/a.png', mediaType: 'image/png', altText: 'A cat' }],
    ['file', { mediaUrl: 'https://cdn.example/a.pdf', mediaSize: 12, text: 'The invoice' }],
    ['carousel', { items: [item], displaySettings: { imageAspectRatio: 'square' } }],
    [
      'list',
      { items: [{ ...item, size: 'large' }], actions: [{ type: 'postback', text: 'More', payload: 'MORE' }] },
    ],
    ['location', { coordinates: { lat: 52.5, long: 13.4 }, location: { name: 'Berlin' } }],
    ['form', { fields: [{ type: 'email', name: 'email', label: 'Email' }], blockChatInput: true }],
    ['formResponse', { fields: [{ type: 'text', name: 'a', label: 'A', text: 'x' }] }],
    ['template', { template: { anything: ['goes'] }, textFallback: 'See our site' }],
  ])('sends a %s as it is', async (type, fields) => {
    const { status, body } = await send({ type, ...fields });
    expect(status).toBe(201);
    expect(body.messages).toMatchObject([{ type, role: 'appMaker', name: 'Ada', ...fields }]);
    const page = await visitor.call('GET', `/conversations/${visitor.conversationId}/messages`);
    expect(page.body.messages).toEqual(body.messages);
  });

  describe('that was written before a colleague answered or closed', () => {
    const path = () => `/conversations/${visitor.conversationId}`;
    const newest = async () =>
      Number((await agent(desk)('GET', `${path()}/messages`)).body.messages.at(-1)?.received);
    const late = async (seen: object) => {
      const ben = await createAgent(desk, 'Ben');
      return ben.call('POST', `${path()}/messages`, { text: 'No', referenceId: 'late', seen });
    };

    it('is refused with who did, changes nothing, and is taken without what was seen', async () => {
      await sendText(visitor, 'May I bring it back?');
      const seen = { received: await newest(), open: true };
      await send({ text: 'Yes' });
      const refused = await late(seen);
      expect([refused.status, refused.body.error?.description]).toEqual([
        409,
        'Ada has answered in the meantime',
      ]);
      await agent(desk)('POST', `${path()}/close`, {});
      expect((await late({ ...seen, received: await newest() })).body.error?.description).toBe(
        'The conversation was closed in the meantime',
      );
      const { conversation } = (await agent(desk)('GET', path())).body;
      expect([conversation.status, conversation.lastMessage?.text]).toEqual(['idle', 'Yes']);
      expect((await late({ received: await newest(), open: false })).status).toBe(201);
    });

    it('is taken after the visitor’s own words, and twice by one referenceId', async () => {
      await sendText(visitor, 'May I bring it back?');
      const seen = { received: await newest(), open: true };
      await sendText(visitor, 'Or not?');
      expect((await late(seen)).status).toBe(201);
      await send({ text: 'Yes' });
      expect((await late(seen)).status).toBe(200);
    });

    it.each([{ received: 'x', open: true }, { received: 1 }, 7])(
      'is refused with %j as seen',
      async (seen) => {
        expect((await late(seen as object)).status).toBe(400);
      },
    );
  });

  it('counts an emoji as one of the 4,096 characters of a text', async () => {
    const longest = '🎉'.repeat(4096);
    const message = { type: 'template', template: { anything: ['goes'] }, textFallback: longest };
    expect((await send({ text: longest })).status).toBe(201);
    expect((await send(message)).status).toBe(201);
    expect((await send({ ...message, textFallback: `${longest}!` })).status).toBe(400);
  });

  it('gives what can be pressed or filled in an id of its own', async () => {
    const { body } = await send({ type: 'carousel', items: [item, item] });
    const items = body.messages[0]?.items as { _id: string; actions: { _id: string }[] }[];
    const ids = items.flatMap((i) => [i._id, ...i.actions.map((a) => a._id)]);
    expect(new Set(ids).size).toBe(4);
    expect(ids.every(Boolean)).toBe(true);
  });

  it('keeps only the fields a message of that type has', async () => {
    const { body } = await send({
      text: 'Hi',
      items: [item],
      _id: 'mine',
      received: 1,
      role: 'appUser',
      evil: true,
    });
    const [message] = body.messages;
    expect(Object.keys(message ?? {}).sort()).toEqual(['_id', 'name', 'received', 'role', 'text', 'type']);
    expect(message).toMatchObject({ role: 'appMaker' });
    expect(message?._id).not.toBe('mine');
  });

  it('takes the message alone or wrapped, and a name of the agent’s own', async () => {
    const { body } = await send({ message: { type: 'text', text: 'Hi', name: 'Grace' } });
    expect(body.messages).toMatchObject([{ text: 'Hi', name: 'Grace' }]);
  });

  it.each([
    ['no text', { type: 'text' }],
    ['blank text', { text: ' \n' }],
    ['a text too long', { text: 'x'.repeat(4097) }],
    ['an unknown type', { type: 'hologram', text: 'x' }],
    ['a carousel of nothing', { type: 'carousel', items: [] }],
    ['a carousel of eleven', { type: 'carousel', items: Array.from({ length: 11 }, () => item) }],
    ['an item without a title', { type: 'list', items: [{ description: 'x' }] }],
    [
      'an item of four actions',
      { type: 'list', items: [{ ...item, actions: Array(4).fill(item.actions[0]) }] },
    ],
    [
      'a link that is a script',
      { text: 'x', actions: [{ type: 'link', text: 'x', uri: 'javascript:alert(1)' }] },
    ],
    [
      'a webview without a fallback',
      { text: 'x', actions: [{ type: 'webview', text: 'x', uri: 'https://x.example' }] },
    ],
    ['an unknown action', { text: 'x', actions: [{ type: 'explode', text: 'x' }] }],
    ['an image from nowhere', { type: 'image', mediaUrl: 'file:///etc/passwd' }],
    ['a place off the map', { type: 'location', coordinates: { lat: 91, long: 0 } }],
    ['a form without fields', { type: 'form', fields: [] }],
    ['a select without options', { type: 'form', fields: [{ type: 'select', name: 'a', label: 'A' }] }],
    ['a list instead of a message', [{ text: 'x' }]],
    ['no JSON', '{'],
  ])('refuses %s with 400 and a reason', async (_name, message) => {
    const { status, body } = await send(message);
    expect([status, body.error.code]).toEqual([400, 'bad_request']);
    expect(body.error.description.length).toBeGreaterThan(5);
  });

  it('stores a repeated reference once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => send({ text: 'once', referenceId: 'r' })));
    expect(all.map((a) => a.status).sort()).toEqual([200, 200, 201]);
    expect(new Set(all.map((a) => a.body.messages[0]?._id)).size).toBe(1);
  });

  it('stores a message and a note without a reference once for each Idempotency-Key', async () => {
    const post = (what: string, key: string) =>
      agent(desk)(
        'POST',
        `/conversations/${visitor.conversationId}/${what}`,
        { text: 'once' },
        { 'idempotency-key': key },
      );
    const texts = [await post('messages', 'a'), await post('messages', 'a'), await post('messages', 'b')];
    expect(texts.map(({ status }) => status)).toEqual([201, 200, 201]);
    expect(await post('messages', 'a'.repeat(101))).toMatchObject({
      status: 400,
      body: { error: { description: 'The Idempotency-Key may have at most 100 characters' } },
    });
    const notes = [await post('notes', 'a'), await post('notes', 'a'), await post('notes', 'b')];
    expect(new Set(notes.map(({ body }) => (body.note as { _id?: string })._id)).size).toBe(2);
  });

  it('takes activity alone or wrapped, and refuses what agents cannot do', async () => {
    const path = `/conversations/${visitor.conversationId}/activity`;
    const post = async (body: unknown) => (await agent(desk)('POST', path, body)).status;
    expect(await post({ type: 'typing:start', name: 'Ada' })).toBe(200);
    expect(await post({ activity: { type: 'conversation:read' } })).toBe(200);
    expect(await post({ type: 'message:delivery' })).toBe(400);
  });

  it('answers 404 for an unknown conversation or call', async () => {
    const get = async (path: string) => (await agent(desk)('GET', path)).status;
    expect([
      await get('/conversations/none'),
      await get('/conversations/none/messages'),
      await get('/x'),
    ]).toEqual([404, 404, 404]);
    const post = async (path: string, body: unknown) => (await agent(desk)('POST', path, body)).status;
    expect(await post('/conversations/none/messages', { text: 'x' })).toBe(404);
    expect(await post('/conversations/none/activity', { type: 'typing:start' })).toBe(404);
  });
});
