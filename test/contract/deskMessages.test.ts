import { beforeEach, describe, expect, it } from 'vitest';
import { startDesk } from '../support/desk';
import {
  agent,
  anonymous,
  basic,
  createVisitor,
  sendFile,
  sendText,
  type Visitor,
} from '../support/deskClient';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

const NOON = 1_800_000_000_000;

describe.each(ENGINES)('conversations and messages on %s', async (_name, engine) => {
  let time = NOON;
  let visitor: Visitor;
  const desk = await forThisFile(startDesk({ ...engine, now: () => time }));
  beforeEach(async () => {
    time += 60_000;
    visitor = await createVisitor(desk);
  });

  const messagesOf = async (query = '') =>
    (await visitor.call('GET', `/conversations/${visitor.conversationId}/messages${query}`)).body;
  const conversationOf = async () =>
    (await visitor.call('GET', `/conversations/${visitor.conversationId}`)).body.conversation;
  const answerAs = (text: string, more = {}) =>
    agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text, ...more });

  describe('creating a visitor', () => {
    it('answers the user, a token, the live settings and the conversation begun', async () => {
      const { status, body } = await anonymous(desk)('POST', '/appusers', {
        client: { platform: 'web', id: 'c', integrationId: 'web', info: { userAgent: 'Firefox' } },
        intent: 'conversation:start',
        conversation: { type: 'personal', metadata: { plan: 'pro' } },
        properties: { age: 3 },
      });
      expect(status).toBe(201);
      expect(body.appUser).toMatchObject({ conversationStarted: true, properties: { age: 3 } });
      expect(body.appUser.clients).toMatchObject([{ id: 'c', platform: 'web' }]);
      // Only agents may see the browser's details.
      expect(body.appUser.clients[0]).not.toHaveProperty('info');
      expect(body.sessionToken.length).toBeGreaterThan(30);
      expect(body.conversations).toMatchObject([
        { isDefault: true, status: 'active', metadata: { plan: 'pro' }, participants: [{ unreadCount: 0 }] },
      ]);
      expect(body.settings.realtime).toEqual({
        enabled: true,
        baseUrl: `${desk.origin}/faye`,
        retryInterval: 15,
        maxConnectionAttempts: 5,
        connectionDelay: 0,
      });
    });

    it('begins no conversation without the intent', async () => {
      const { body } = await anonymous(desk)('POST', '/appusers', { intent: 'proactiveMessaging' });
      expect([body.conversations, body.appUser.conversationStarted]).toEqual([[], false]);
    });

    it('gives a token on creation only', async () => {
      expect((await visitor.call('GET', `/appusers/${visitor.id}`)).body.sessionToken).toBeUndefined();
    });

    it('answers the same user to a repeated reference, with a fresh token while old ones go on working', async () => {
      const referenceId = crypto.randomUUID();
      const all = await Promise.all(Array.from({ length: 6 }, () => createVisitor(desk, { referenceId })));
      expect(new Set(all.map((v) => v.id)).size).toBe(1);
      expect(new Set(all.map((v) => v.conversationId)).size).toBe(1);
      expect(new Set(all.map((v) => v.sessionToken)).size).toBe(6);
      const statuses = await Promise.all(all.map((v) => v.call('GET', `/appusers/${v.id}`)));
      expect(statuses.map((s) => s.status)).toEqual([200, 200, 200, 200, 200, 200]);
    });

    it('merges what an update names and keeps the rest', async () => {
      await visitor.call('PUT', `/appusers/${visitor.id}`, { properties: { a: 1, b: 1 } });
      const { body } = await visitor.call('PUT', `/appusers/${visitor.id}`, { properties: { b: 2 } });
      expect(body.appUser.properties).toEqual({ a: 1, b: 2 });
    });
  });

  describe('conversations', () => {
    it('answers the same conversation to a repeated reference, also when repeats race', async () => {
      const create = () =>
        visitor.call('POST', `/appusers/${visitor.id}/conversations`, {
          referenceId: 'again',
          type: 'personal',
        });
      const all = await Promise.all([create(), create(), create()]);
      expect(all.map((a) => a.status).sort()).toEqual([200, 200, 201]);
      expect(new Set(all.map((a) => a.body.conversation._id)).size).toBe(1);
    });

    it('lists ten a page, the last touched first, with each newest message', async () => {
      for (let i = 0; i < 11; i++) {
        time += 1000;
        await visitor.call('POST', `/appusers/${visitor.id}/conversations`, { displayName: `n${i}` });
      }
      time += 1000;
      await sendText(visitor, 'newest');
      const list = async (offset: number) =>
        (await visitor.call('GET', `/appusers/${visitor.id}/conversations?offset=${offset}`)).body;
      const first = await list(0);
      expect(first.conversations).toHaveLength(10);
      expect(first.conversationsPagination.hasMore).toBe(true);
      expect(first.conversations[0]).toMatchObject({
        _id: visitor.conversationId,
        messages: [{ text: 'newest' }],
      });
      expect(first.conversations.slice(1, 4).map((c) => c.displayName)).toEqual(['n10', 'n9', 'n8']);
      const rest = await list(10);
      expect([rest.conversations.length, rest.conversationsPagination.hasMore]).toEqual([2, false]);
    });

    it('renames a conversation, and leaves other fields unchanged', async () => {
      const path = `/conversations/${visitor.conversationId}`;
      await visitor.call('PUT', path, { displayName: 'Order 7', description: 'Late' });
      const { body } = await visitor.call('PUT', path, { displayName: 'Order 8' });
      expect(body.conversation).toMatchObject({ displayName: 'Order 8', description: 'Late', metadata: {} });
      expect((await visitor.call('GET', path)).body.conversation.displayName).toBe('Order 8');
      const long = await visitor.call('PUT', path, { displayName: 'x'.repeat(301) });
      expect(long.status).toBe(400);
    });

    it('merges metadata', async () => {
      const path = `/conversations/${visitor.conversationId}`;
      await visitor.call('PUT', path, { metadata: { a: 1, b: 1 } });
      expect((await visitor.call('PUT', path, { metadata: { b: 2 } })).body.conversation.metadata).toEqual({
        a: 1,
        b: 2,
      });
    });
  });

  describe('messages', () => {
    it('answers exactly the one message, with its reference and where it came from', async () => {
      const { status, body } = await sendText(visitor, 'hello', 'ref-1');
      expect([status, body.messages.length]).toEqual([201, 1]);
      const expected = {
        type: 'text',
        role: 'appUser',
        text: 'hello',
        authorId: visitor.id,
        referenceId: 'ref-1',
        received: time / 1000,
        source: { type: 'web', id: 'client-1', sessionId: 'session-1' },
      };
      expect(body.messages[0]).toMatchObject(expected);
      expect((await messagesOf()).messages).toMatchObject([expected]);
    });

    it('stores a repeated reference once, also when repeats race', async () => {
      const all = await Promise.all(Array.from({ length: 8 }, () => sendText(visitor, 'once', 'same')));
      expect(all.filter((a) => a.status === 201)).toHaveLength(1);
      expect(new Set(all.map((a) => a.body.messages[0]?._id)).size).toBe(1);
      expect((await messagesOf()).messages).toHaveLength(1);
    });

    it('refuses another text or file under a reference that is taken, from each side', async () => {
      await sendText(visitor, 'one', 'same');
      const { status, body } = await sendText(visitor, 'two', 'same');
      expect([status, body.error.code]).toEqual([409, 'conflict']);
      expect((await answerAs('two', { referenceId: 'same' })).status).toBe(409);
      const file = (content: string) =>
        sendFile(visitor, desk, { name: 'a.txt', content }, { message: { referenceId: 'file' } });
      expect([(await file('abc')).status, (await file('abc')).status]).toEqual([201, 200]);
      expect([(await file('abcd')).status, (await file('xyz')).status]).toEqual([409, 409]);
      expect((await file('abc')).status).toBe(200);
      const renamed = { name: 'b.txt', content: 'xyz' };
      expect((await sendFile(visitor, desk, renamed, { message: { referenceId: 'file' } })).status).toBe(409);
      expect((await messagesOf()).messages.map((m) => m.text ?? m.mediaSize)).toEqual(['one', 3]);
    });

    const linkTo = (page: string) => ({ type: 'link', text: page, uri: `https://shop.example/${page}` });
    const quote = (text: string) => ({ quotedMessage: { type: 'message', content: { text } } });
    const picture = { type: 'image', mediaUrl: 'https://shop.example/a.png' };
    const cards = { type: 'carousel', items: [{ title: 'A', actions: [linkTo('a')] }] };
    const form = { type: 'form', fields: [{ type: 'text', name: 'a', label: 'Name' }] };
    const answers = (text: string) => ({ fields: [{ type: 'text', name: 'a', label: 'Name', text }] });
    const text = { type: 'text', text: 'Choose', actions: [linkTo('a')] };
    const growing = { type: 'text', text: 'Within', growing: true };
    it.each<[string, object, object]>([
      ['picture', picture, { mediaUrl: 'https://shop.example/b.png' }],
      ['type', picture, { type: 'file' }],
      ['size of a picture', picture, { mediaWidth: 4, mediaHeight: 5 }],
      ['type of media', picture, { mediaType: 'image/png' }],
      [
        'address beside a forged attachment',
        { ...picture, attachmentId: 'a' },
        { mediaUrl: 'https://shop.example/b.png' },
      ],
      ['place', { type: 'location', coordinates: { lat: 1, long: 2 } }, { coordinates: { lat: 1, long: 3 } }],
      ['row of cards', cards, { items: [{ title: 'B', actions: [linkTo('a')] }] }],
      ['shape of cards', cards, { displaySettings: { imageAspectRatio: 'square' } }],
      ['fallback', { ...cards, textFallback: 'A' }, { textFallback: 'B' }],
      ['list', { ...cards, type: 'list' }, { items: [{ title: 'A', actions: [linkTo('b')] }] }],
      ['form', form, { fields: [{ type: 'text', name: 'a', label: 'Street' }] }],
      ['form that blocks', form, { blockChatInput: true }],
      ['answer to a form', { type: 'formResponse', ...answers('17') }, answers('18')],
      ['template', { type: 'template', template: { a: 1 } }, { template: { a: 2 } }],
      ['button', text, { actions: [linkTo('b')] }],
      ['markdown', { ...text, markdownText: '**no**' }, { markdownText: '**yes**' }],
      ['markdown, where there was none', text, { markdownText: '**yes**' }],
      [
        'reference',
        { ...text, references: [{ uri: 'https://shop.example/a' }] },
        { references: [{ uri: 'https://shop.example/b' }] },
      ],
      ['quote', { ...text, ...quote('Cancel?') }, quote('Keep?')],
      ['block', text, { blockChatInput: true }],
      ['metadata', { ...text, metadata: { a: 1 } }, { metadata: { a: 2 } }],
      ['payload', { ...text, payload: 'a' }, { payload: 'b' }],
      ['text in place of a growing one', growing, { text: 'Something else', growing: undefined }],
      ['picture in place of a growing one', growing, { ...picture, growing: undefined }],
      ['metadata of a growing one', growing, { metadata: { a: 1 } }],
    ])('takes a repeat and refuses another %s under its reference', async (_name, message, other) => {
      const send = (content: object) =>
        agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, {
          ...message,
          ...content,
          referenceId: 'same',
        });
      const [first, again] = [await send({}), await send({ name: 'Somebody else' })];
      expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
      expect((await send(other)).status).toBe(409);
      // Nor is a visitor's message taken for the agent's.
      expect((await sendText(visitor, 'Choose', 'same')).status).toBe(409);
    });

    it('compares the quoted message, not what it says by now, and finds an answer that has grown', async () => {
      const path = `/conversations/${visitor.conversationId}/messages`;
      const send = (content: object) => agent(desk)('POST', path, content);
      const begin = (words: string) => send({ text: words, growing: true, referenceId: 'grown' });
      const first = (await begin('Within')).body.messages[0]?._id;
      const yes = (quotedMessageId: unknown) => send({ text: 'Yes', quotedMessageId, referenceId: 'yes' });
      expect((await yes(first)).status).toBe(201);
      await agent(desk)('PATCH', `${path}/${first}`, { text: 'Within 30 days', growing: false });
      // A model that is asked again may choose other words.
      const { status, body } = await begin('In');
      expect([status, body.messages[0]]).toEqual([200, expect.objectContaining({ text: 'Within 30 days' })]);
      const other = (await send({ text: 'Other' })).body.messages[0]?._id;
      expect([(await yes(first)).status, (await yes(other)).status]).toEqual([200, 409]);
    });

    it('takes corrected answers to one form for its answers, and refuses those to another', async () => {
      const path = `/conversations/${visitor.conversationId}/messages`;
      const [one, two] = [await agent(desk)('POST', path, form), await agent(desk)('POST', path, form)];
      const submit = (of: typeof one, written: string) =>
        visitor.call('POST', path, {
          message: {
            type: 'formResponse',
            quotedMessageId: of.body.messages[0]?._id,
            fields: [{ type: 'text', name: 'a', text: written }],
            referenceId: 'form',
          },
        });
      const first = await submit(one, '17');
      const corrected = await submit(one, '18');
      expect([first.status, corrected.status, corrected.body.messages]).toEqual([
        201,
        200,
        first.body.messages,
      ]);
      expect((await submit(two, '17')).status).toBe(409);
    });

    it('gives each message a later time than the one before, at the same instant and when the clock steps back', async () => {
      await Promise.all(Array.from({ length: 20 }, (_, i) => sendText(visitor, `m${i}`)));
      time -= 30_000;
      await sendText(visitor, 'after the step');
      time += 30_000;
      const { messages } = await messagesOf();
      const times = messages.map((m) => m.received);
      expect(messages).toHaveLength(21);
      expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      expect(times.every((t) => Math.round(t * 1000) / 1000 === t)).toBe(true);
      expect(messages.at(-1)?.text).toBe('after the step');
      expect((messages.at(-1)?.received ?? 0) - (times.at(-2) ?? 0)).toBeCloseTo(0.001, 4);
    });

    it('pages back fifty at a time without a gap or a double', async () => {
      for (let i = 0; i < 105; i++) await sendText(visitor, `m${i}`);
      const seen: string[] = [];
      let before = '';
      let sizes: number[] = [];
      for (;;) {
        const page = await messagesOf(before);
        sizes = [...sizes, page.messages.length];
        seen.unshift(...page.messages.map((m) => m.text ?? ''));
        if (!page.hasPrevious) break;
        before = `?before=${page.messages[0]?.received}`;
      }
      expect(sizes).toEqual([50, 50, 5]);
      expect(seen).toEqual(Array.from({ length: 105 }, (_, i) => `m${i}`));
    });

    it('refuses a text over 4096 characters as characterLimit, counting an emoji once', async () => {
      expect((await sendText(visitor, 'x'.repeat(4096))).status).toBe(201);
      expect((await sendText(visitor, '🎉'.repeat(4096))).status).toBe(201);
      const { status, body } = await sendText(visitor, 'x'.repeat(4097));
      expect([status, body.error.code]).toEqual([400, 'characterLimit']);
    });

    it('takes a body without a length, and refuses one that grows over 100 kB', async () => {
      const send = (text: string) => {
        const json = JSON.stringify({ message: { text } });
        const body = new Blob([json]).stream();
        return fetch(
          `${desk.origin}/sc/sdk/v2/apps/${desk.appId}/conversations/${visitor.conversationId}/messages`,
          {
            method: 'POST',
            headers: {
              authorization: basic(visitor.id, visitor.sessionToken),
              'content-type': 'application/json',
            },
            body,
            duplex: 'half',
          } as RequestInit,
        );
      };
      expect((await send('chunked')).status).toBe(201);
      const refused = await send('x'.repeat(100_001));
      expect([refused.status, await refused.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
    });

    it('refuses a body over 100 kB with 413', async () => {
      const { status, body } = await sendText(visitor, 'x'.repeat(100_001));
      expect([status, body.error.code]).toEqual([413, 'too_large']);
    });

    it('removes NUL and lone surrogates from what it stores', async () => {
      const { body } = await sendText(visitor, 'a\u0000b\ud800c');
      expect(body.messages[0]?.text).toBe('ab\ufffdc');
    });

    it.each([
      ['no JSON', '{'],
      ['no message', {}],
      ['an empty text', { message: { text: '  ' } }],
      ['a text that is a number', { message: { text: 5 } }],
      ['a type visitors cannot send', { message: { type: 'carousel', text: 'x' } }],
      [
        'very deep nesting',
        { message: { text: 'x', metadata: JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) } },
      ],
    ])('refuses %s with 400 and a reason', async (_name, body) => {
      const answer = await visitor.call('POST', `/conversations/${visitor.conversationId}/messages`, body);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'bad_request']);
      expect(answer.body.error.description).not.toBe('');
    });
  });

  describe('reading', () => {
    it("counts the agents' messages as unread until the visitor reads them", async () => {
      await answerAs('one');
      const { body } = await answerAs('two');
      expect((await conversationOf()).participants[0]?.unreadCount).toBe(2);
      time += 5000;
      await visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, {
        author: { role: 'appUser', appUserId: visitor.id },
        activity: { type: 'conversation:read' },
      });
      expect((await conversationOf()).participants[0]).toMatchObject({
        appUserId: visitor.id,
        unreadCount: 0,
        lastRead: body.messages[0]?.received,
      });
    });

    it("counts the visitor's own message as having read everything before it", async () => {
      await answerAs('one');
      await sendText(visitor, 'thanks');
      expect((await conversationOf()).participants[0]?.unreadCount).toBe(0);
    });

    it("keeps the agents' position apart from the visitor's", async () => {
      const { body } = await sendText(visitor, 'hello');
      const row = async () =>
        (await agent(desk)('GET', `/conversations/${visitor.conversationId}`)).body.conversation;
      expect(await row()).toMatchObject({ unreadCount: 1 });
      await agent(desk)('POST', `/conversations/${visitor.conversationId}/activity`, {
        type: 'conversation:read',
      });
      expect(await row()).toMatchObject({ unreadCount: 0, businessLastRead: body.messages[0]?.received });
      expect((await conversationOf()).businessLastRead).toBe(body.messages[0]?.received);
    });

    it('reports no read message where there are none', async () => {
      await visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, {
        activity: { type: 'conversation:read' },
      });
      expect((await conversationOf()).participants[0]?.lastRead).toBeUndefined();
    });
  });
});

describe.each([
  ['canUserCreateMoreConversations', { canUserCreateMoreConversations: false }],
  ['multiConvoEnabled', { multiConvoEnabled: false }],
])('a desk that allows one conversation by %s', (_, app) => {
  it('answers the conversation there is instead of a second one, also when it rests', async () => {
    const desk = await startDesk({ settings: { app: { ...app, endSessionEnabled: true } } });
    const visitor = await createVisitor(desk);
    const another = async () => {
      const { status, body } = await visitor.call('POST', `/appusers/${visitor.id}/conversations`, {});
      return [status, body.conversation._id];
    };
    expect(await another()).toEqual([200, visitor.conversationId]);
    await visitor.call('POST', `/conversations/${visitor.conversationId}/activity`, {
      activity: { type: 'conversation:end' },
    });
    expect(await another()).toEqual([200, visitor.conversationId]);
    await desk.close();
  });
});
