import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeMessages } from '../../src/model/messageOrder';
import type { Clock } from '../../src/platform/clock';
import { createHttp } from '../../src/services/http';
import { RequestError } from '../../src/services/requestError';
import type { ClientInfo, SendMessageBody } from '../../src/wire/client';
import type { WireMessage } from '../../src/wire/message';
import { type AllCalls, allCalls } from '../support/allCalls';

/** A messaging service under test. */
export type ServiceUnderTest = {
  /** `{suncoUrl}/v2/apps/{appId}` */
  baseUrl: string;
  /** Sends a message as the agent. */
  agentSays(conversationId: string, text: string): Promise<void>;
  close(): Promise<void>;
};

/** A clock without delays: retries follow at once, and requests never time out. */
export const impatientClock: Clock = {
  now: () => Date.now(),
  after(ms, task) {
    const id = ms <= 500 ? setImmediate(task) : undefined;
    return () => clearImmediate(id);
  },
};

/** The messenger's own service client. @param credentials `appUserId:sessionToken`, if there is a visitor */
export const connect = (baseUrl: string, credentials?: string): AllCalls => {
  const http = createHttp({
    fetch: (...args) => fetch(...args),
    clock: impatientClock,
    baseUrl,
    headers: () => ({
      'x-smooch-sdk': 'web/porch/0.0.0',
      ...(credentials && { Authorization: `Basic ${btoa(credentials)}` }),
    }),
  });
  return allCalls(http);
};

/** The error of a request. Fails if the request succeeds. */
export const failureOf = async (request: Promise<unknown>): Promise<RequestError> => {
  const error = await request.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
};

const client: ClientInfo = {
  platform: 'web',
  id: 'client-1',
  integrationId: 'web',
  info: {
    vendor: 'porch',
    sdkVersion: '0.0.0',
    URL: 'publisher.example',
    userAgent: 'Test',
    referrer: '',
    browserLanguage: 'en',
    currentUrl: 'https://publisher.example/',
    currentTitle: 'Shoes',
  },
};

export const createUserBody = (referenceId: string) => ({
  client,
  intent: 'conversation:start' as const,
  locale: 'en-us',
  referenceId,
  conversation: { type: 'personal' as const },
});

export const sendBody = (appUserId: string, text: string, referenceId: string): SendMessageBody => ({
  author: { role: 'appUser', appUserId, sessionId: 'session-1', client },
  message: { role: 'appUser', type: 'text', text, referenceId },
});

/**
 * Tests the behavior that the messenger needs from any messaging service. Runs against both the msw fake and
 * the real desk, so that the two behave alike.
 */
export const messagingSuite = (name: string, makeService: () => Promise<ServiceUnderTest>): void => {
  describe(`the messaging service (${name})`, () => {
    let service: ServiceUnderTest;
    beforeAll(async () => {
      service = await makeService();
    });
    afterAll(() => service.close());

    const anonymous = () => connect(service.baseUrl);
    const createVisitor = async (referenceId: string = crypto.randomUUID()) => {
      const answer = await anonymous().createUser(createUserBody(referenceId));
      const id = answer.appUser?._id ?? '';
      const conversationId = answer.conversations[0]?._id ?? '';
      const messaging = connect(service.baseUrl, `${id}:${answer.sessionToken}`);
      const send = (text: string, reference: string = crypto.randomUUID()) =>
        messaging.sendMessage(conversationId, sendBody(id, text, reference));
      const list = async () => (await messaging.getMessages(conversationId)).messages;
      return { answer, id, conversationId, messaging, send, list };
    };

    describe('a visitor', () => {
      it('is created with a token, a conversation and the way to realtime', async () => {
        const { answer } = await createVisitor();
        expect(answer.appUser).toMatchObject({ _id: expect.stringMatching(/./) });
        expect(answer.sessionToken).toMatch(/^[\x21-\x7e]{16,}$/);
        expect(answer.conversations).toMatchObject([{ status: 'active', messages: [] }]);
        expect(answer.conversations[0]?.participants[0]).toMatchObject({ unreadCount: 0 });
        expect(answer.realtime).toMatchObject({ enabled: true, baseUrl: expect.stringMatching(/^https?:/) });
        expect(answer.realtime?.retryInterval).toBeGreaterThanOrEqual(15);
        expect(answer.realtime?.maxConnectionAttempts).toBeLessThanOrEqual(5);
      });

      it('is the same one when the creation is repeated, also at the same time, and each token works', async () => {
        const referenceId = crypto.randomUUID();
        const all = await Promise.all([1, 2, 3].map(() => createVisitor(referenceId)));
        expect(new Set(all.map((v) => v.id)).size).toBe(1);
        expect(new Set(all.map((v) => v.conversationId)).size).toBe(1);
        for (const { messaging, id } of all) expect((await messaging.getUser(id)).appUser?._id).toBe(id);
      });

      it('is another one for another reference', async () => {
        const [a, b] = [await createVisitor(), await createVisitor()];
        expect(a.id).not.toBe(b.id);
        expect(a.conversationId).not.toBe(b.conversationId);
      });

      it('is found again with their conversation and its newest message, without a new token', async () => {
        const visitor = await createVisitor();
        await visitor.send('one');
        await visitor.send('two');
        const found = await visitor.messaging.getUser(visitor.id);
        expect(found.appUser?._id).toBe(visitor.id);
        expect(found.sessionToken).toBeUndefined();
        expect(found.conversations.map((c) => c._id)).toEqual([visitor.conversationId]);
        expect(found.conversations[0]?.messages.at(-1)?.text).toBe('two');
        expect(found.realtime?.baseUrl).toBe(visitor.answer.realtime?.baseUrl);
      });

      it('gets a token for realtime', async () => {
        const { messaging, id } = await createVisitor();
        expect(await messaging.websocketToken(id)).toMatch(/^[\x21-\x7e]{16,}$/);
      });
    });

    describe('a conversation', () => {
      it('is started once for a repeated reference', async () => {
        const { messaging, id } = await createVisitor();
        const start = (referenceId: string) =>
          messaging.createConversation(id, {
            client,
            type: 'personal',
            intent: 'conversation:start',
            referenceId,
          });
        const answers = await Promise.all([start('a'), start('a'), start('b')]);
        const [first, again, other] = answers.map((a) => a.conversation?._id);
        expect(first).toBe(again);
        expect(first).not.toBe(other);
        expect((await messaging.listConversations(id)).conversations).toHaveLength(3);
      });

      it('is given by its id', async () => {
        const { messaging, conversationId } = await createVisitor();
        expect(await messaging.getConversation(conversationId)).toMatchObject({
          conversation: { _id: conversationId },
        });
      });

      it('is in a list of ten per page (list-8)', async () => {
        const { messaging, id } = await createVisitor();
        for (let i = 0; i < 11; i++) {
          await messaging.createConversation(id, {
            client,
            type: 'personal',
            intent: 'conversation:start',
            referenceId: `${i}`,
          });
        }
        const first = await messaging.listConversations(id);
        const rest = await messaging.listConversations(id, 10);
        expect([first.conversations.length, first.hasMore]).toEqual([10, true]);
        expect([rest.conversations.length, rest.hasMore]).toEqual([2, false]);
        const ids = [...first.conversations, ...rest.conversations].map((c) => c._id);
        expect(new Set(ids).size).toBe(12);
      });
    });

    describe('a message', () => {
      it('comes back as the one message it was, with its reference and a time', async () => {
        const { send, list } = await createVisitor();
        const sent = await send('hello', 'ref-1');
        expect(sent).toMatchObject({ type: 'text', role: 'appUser', text: 'hello', referenceId: 'ref-1' });
        expect(Math.abs(sent.received - Date.now() / 1000)).toBeLessThan(600);
        expect(await list()).toMatchObject([{ _id: sent._id, referenceId: 'ref-1' }]);
      });

      it('is stored once when it is sent again, also at the same time, and is the same everywhere (msg-8)', async () => {
        const { send, list } = await createVisitor();
        const all = await Promise.all([1, 2, 3, 4].map(() => send('hello', 'ref-1')));
        const again = await send('hello', 'ref-1');
        const listed = await list();
        expect(new Set([...all, again, ...listed].map((m) => m._id)).size).toBe(1);
        // Merging equal messages returns the same log, so nothing is drawn again.
        const log = mergeMessages([], [again]);
        expect(mergeMessages(log, [...all, ...listed])).toBe(log);
      });

      it('may say the same as another', async () => {
        const { send, list } = await createVisitor();
        await send('ok');
        await send('ok');
        expect((await list()).map((m) => m.text)).toEqual(['ok', 'ok']);
      });

      it('has a later time than the one before, though they are sent at once', async () => {
        const { send, list } = await createVisitor();
        await Promise.all(Array.from({ length: 12 }, (_, i) => send(`${i}`)));
        const times = (await list()).map((m) => m.received);
        expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
      });

      it.each([
        ['HTML', '<b onclick="x">&amp;</b>'],
        ['line breaks and quotes', 'one\n"two"\t\'three\' \\n'],
        ['emoji and other scripts', '👩‍👩‍👧 Größe мир 你好 שלום'],
        ['a text that looks like JSON', '{"__proto__":{"x":1}}'],
      ])('keeps %s as it was written', async (_name, text) => {
        const { send, list } = await createVisitor();
        expect((await send(text)).text).toBe(text);
        expect((await list())[0]?.text).toBe(text);
      });

      it('may have 4096 characters, an emoji counting once, and not one more', async () => {
        const { send, list } = await createVisitor();
        await send('x'.repeat(4096));
        await send('🎉'.repeat(4096));
        expect(await failureOf(send('x'.repeat(4097)))).toMatchObject({
          kind: 'http',
          status: 400,
          code: 'characterLimit',
        });
        expect(await list()).toHaveLength(2);
      });

      it('of white space is refused', async () => {
        const { send } = await createVisitor();
        expect(await failureOf(send('  '))).toMatchObject({ kind: 'http', status: 400 });
      });
    });

    describe('the log', () => {
      it('of a new conversation is empty', async () => {
        const { messaging, conversationId } = await createVisitor();
        expect(await messaging.getMessages(conversationId)).toEqual({ messages: [], hasPrevious: false });
      });

      it('is read back page by page without a gap or a double, each page ascending', async () => {
        const { messaging, conversationId, send } = await createVisitor();
        const written = Array.from({ length: 120 }, (_, i) => `m${i}`);
        for (const text of written) await send(text);
        const read: WireMessage[] = [];
        let before: number | undefined;
        for (let pages = 0; pages < 50; pages++) {
          const page = await messaging.getMessages(conversationId, before);
          expect(page.messages.length).toBeGreaterThan(0);
          read.unshift(...page.messages);
          before = page.messages[0]?.received;
          if (!page.hasPrevious) break;
          expect(pages).toBeLessThan(40);
        }
        expect(read.map((m) => m.text)).toEqual(written);
        expect((await messaging.getMessages(conversationId, before)).messages).toEqual([]);
      });
    });

    describe('activities', () => {
      it('mark what the agent wrote as read, up to the newest message', async () => {
        const visitor = await createVisitor();
        await visitor.send('hello');
        await service.agentSays(visitor.conversationId, 'good day');
        const own = async () =>
          (await visitor.messaging.getConversation(visitor.conversationId)).conversation?.participants[0];
        expect((await own())?.unreadCount).toBe(1);
        await visitor.messaging.sendActivity(visitor.conversationId, {
          author: { role: 'appUser', appUserId: visitor.id },
          activity: { type: 'conversation:read' },
        });
        expect(await own()).toMatchObject({
          unreadCount: 0,
          lastRead: (await visitor.list()).at(-1)?.received,
        });
      });

      it('mark as read up to the message they name, and never less than before', async () => {
        const visitor = await createVisitor();
        await visitor.send('hello');
        for (const text of ['one', 'two', 'three']) await service.agentSays(visitor.conversationId, text);
        const [, one, two, three] = await visitor.list();
        const readTo = async (messageId: string | undefined) => {
          await visitor.messaging.sendActivity(visitor.conversationId, {
            author: { role: 'appUser', appUserId: visitor.id },
            activity: { type: 'conversation:read', messageId },
          });
          const { conversation } = await visitor.messaging.getConversation(visitor.conversationId);
          return [conversation?.participants[0]?.unreadCount, conversation?.participants[0]?.lastRead];
        };
        expect(await readTo(two?._id)).toEqual([1, two?.received]);
        expect(await readTo(one?._id)).toEqual([1, two?.received]);
        expect(await readTo('no such message')).toEqual([1, two?.received]);
        expect(await readTo(three?._id)).toEqual([0, three?.received]);
        expect(await readTo(two?._id)).toEqual([0, three?.received]);
      });

      it('of typing and delivery are taken', async () => {
        const { messaging, conversationId, id } = await createVisitor();
        for (const type of ['typing:start', 'typing:stop', 'message:delivery'] as const) {
          await messaging.sendActivity(conversationId, {
            author: { role: 'appUser', appUserId: id },
            activity: { type, messageId: 'm' },
          });
        }
      });
    });

    describe('who may not', () => {
      const says = (status: number) => expect.stringMatching(new RegExp(`^${status}: .+`));

      it('has no credentials', async () => {
        const { id, conversationId } = await createVisitor();
        const failures = [
          anonymous().getUser(id),
          anonymous().listConversations(id),
          anonymous().getMessages(conversationId),
          anonymous().sendMessage(conversationId, sendBody(id, 'x', 'r')),
          anonymous().websocketToken(id),
        ].map(failureOf);
        for (const failure of await Promise.all(failures)) {
          expect(failure).toMatchObject({ kind: 'http', status: 401, message: says(401) });
        }
      });

      it('has the wrong ones', async () => {
        const [a, b] = [await createVisitor(), await createVisitor()];
        for (const credentials of [
          `${a.id}:wrong`,
          `${a.id}:${b.answer.sessionToken}`,
          'nobody:x',
          `${a.id}:`,
        ]) {
          const messaging = connect(service.baseUrl, credentials);
          expect(await failureOf(messaging.getUser(a.id))).toMatchObject({ status: 401, message: says(401) });
        }
      });

      it('is another agent', async () => {
        const [a, b] = [await createVisitor(), await createVisitor()];
        const failures = [
          b.messaging.getUser(a.id),
          b.messaging.getMessages(a.conversationId),
          b.messaging.getConversation(a.conversationId),
          b.messaging.sendMessage(a.conversationId, sendBody(b.id, 'x', 'r')),
          b.messaging.sendMessage(b.conversationId, sendBody(a.id, 'x', 'r')),
          b.messaging.websocketToken(a.id),
        ].map(failureOf);
        for (const failure of await Promise.all(failures)) {
          expect(failure).toMatchObject({ kind: 'http', status: 403, message: says(403) });
        }
        expect(await a.list()).toEqual([]);
      });

      it('asks for a missing row', async () => {
        const { messaging, id } = await createVisitor();
        for (const conversation of ['nothing', '../appusers', 'a b', '%', '💥']) {
          expect(await failureOf(messaging.getMessages(conversation))).toMatchObject({ status: 404 });
        }
        expect(await failureOf(messaging.sendMessage('nothing', sendBody(id, 'x', 'r')))).toMatchObject({
          kind: 'http',
          status: 404,
          message: says(404),
        });
      });
    });
  });
};
