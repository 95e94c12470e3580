import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AllCalls } from '../support/allCalls';
import { createMswService } from '../support/mswService';
import { connect, createUserBody, failureOf, messagingSuite, sendBody } from './messagingSuite';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

let services = 0;
messagingSuite('a fake behind msw', async () => {
  const baseUrl = `https://desk-${++services}.example/sc/sdk/v2/apps/app`;
  const service = createMswService(baseUrl);
  server.use(...service.handlers);
  return {
    baseUrl,
    agentSays: async (conversationId, text) => service.agentSays(conversationId, text),
    close: async () => server.resetHandlers(),
  };
});

describe('a service that answers oddly', () => {
  const BASE = 'https://odd.example/sc/sdk/v2/apps/app';
  afterEach(() => server.resetHandlers());

  /** Makes every call, with the same answer to each. @returns the number of requests made */
  const answering = (answer: () => Response) => {
    const asked = { times: 0 };
    server.use(
      http.all(`${BASE}/*`, () => {
        asked.times++;
        return answer();
      }),
    );
    return asked;
  };
  const messaging = connect(BASE, 'u:t');
  const send = () => messaging.sendMessage('c', sendBody('u', 'hello', 'ref'));
  const calls: Record<string, (m: AllCalls) => Promise<unknown>> = {
    createUser: (m) => m.createUser(createUserBody('r')),
    getUser: (m) => m.getUser('u'),
    listConversations: (m) => m.listConversations('u'),
    getConversation: (m) => m.getConversation('c'),
    getMessages: (m) => m.getMessages('c'),
    sendMessage: (m) => m.sendMessage('c', sendBody('u', 'hello', 'ref')),
    sendActivity: (m) =>
      m.sendActivity('c', {
        author: { role: 'appUser', appUserId: 'u' },
        activity: { type: 'typing:start' },
      }),
    websocketToken: (m) => m.websocketToken('u'),
  };
  const each = Object.entries(calls);

  it.each(each)('%s fails with the reason of a refusal, at once', async (_name, call) => {
    for (const status of [400, 401, 403, 404, 429, 500, 503]) {
      const asked = answering(() =>
        HttpResponse.json({ error: { code: 'why', description: 'Because.' } }, { status }),
      );
      expect(await failureOf(call(messaging))).toMatchObject({
        kind: 'http',
        status,
        code: 'why',
        message: `${status}: Because.`,
      });
      expect(asked.times).toBe(1);
    }
  });

  it.each(each)(
    '%s fails with the status alone where a proxy answers in HTML (http-5)',
    async (_name, call) => {
      answering(
        () => new HttpResponse('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
      );
      expect(await failureOf(call(messaging))).toMatchObject({ kind: 'network', message: '502' });
    },
  );

  it.each(each)(
    '%s fails as without an answer where a portal answers 200 in HTML (http-15)',
    async (_name, call) => {
      const asked = answering(() => HttpResponse.html('<html>Sign in to the Wi-Fi</html>'));
      expect(await failureOf(call(messaging))).toMatchObject({ kind: 'network' });
      expect(asked.times).toBe(1);
    },
  );

  it.each(each)('%s is tried four times where the network fails, and then given up', async (_name, call) => {
    const asked = answering(() => HttpResponse.error());
    expect(await failureOf(call(messaging))).toMatchObject({
      kind: 'network',
      message: 'Request failed after 3 retries',
    });
    expect(asked.times).toBe(4);
  });

  const message = { _id: 'm', received: 1, role: 'appUser', text: 'hello' };
  it.each([
    ['no message', 'malformed', { messages: [] }],
    ['two messages', 'malformed', { messages: [message, { ...message, _id: 'n' }] }],
    ['a message without an id', 'malformed', { messages: [{ received: 1 }] }],
    ['a message without a time', 'malformed', { messages: [{ _id: 'm' }] }],
    ['something else', 'network', { message }],
  ])(
    "sending fails with 'Message failed to send' when the answer holds %s, as %s (msg-7)",
    async (_name, kind, body) => {
      answering(() => HttpResponse.json(body));
      expect(await failureOf(send())).toMatchObject({ kind, message: 'Message failed to send' });
    },
  );

  it.each([
    ['a list', () => HttpResponse.json([message])],
    ['null', () => HttpResponse.json(null)],
    ['nothing', () => new HttpResponse(null, { status: 200 })],
  ])('sending waits for the network when the answer is %s (http-15)', async (_name, answer) => {
    answering(answer);
    expect(await failureOf(send())).toMatchObject({ kind: 'network', message: '200' });
  });

  it('an empty answer is one where nothing is asked for', async () => {
    answering(() => new HttpResponse(null, { status: 204 }));
    expect(await failureOf(messaging.getUser('u'))).toMatchObject({ kind: 'network' });
    expect(await messaging.websocketToken('u')).toBeUndefined();
    await messaging.sendActivity('c', {
      author: { role: 'appUser', appUserId: 'u' },
      activity: { type: 'typing:stop' },
    });
  });

  it('an answer without a list of messages is none, or it would be taken for an empty log', async () => {
    for (const body of [{}, { messages: {} }, [], null]) {
      answering(() => HttpResponse.json(body));
      expect(await failureOf(messaging.getMessages('c'))).toMatchObject({ kind: 'network' });
    }
  });

  it('a wrong body to anything else gives what can be read of it', async () => {
    answering(() =>
      HttpResponse.json({ messages: [message, null, 'x', { _id: 5 }], hasPrevious: 'yes', token: 5 }),
    );
    expect((await messaging.getMessages('c')).messages.map((m) => m._id)).toEqual(['m']);
    expect(await messaging.websocketToken('u')).toBeUndefined();
  });

  it('a network that comes back is taken up with the same message', async () => {
    const references: unknown[] = [];
    server.use(
      http.post(`${BASE}/conversations/c/messages`, async ({ request }) => {
        const body = (await request.json()) as { message: { referenceId: string } };
        references.push(body.message.referenceId);
        return references.length < 3 ? HttpResponse.error() : HttpResponse.json({ messages: [message] });
      }),
    );
    expect((await send())._id).toBe('m');
    expect(references).toEqual(['ref', 'ref', 'ref']);
  });
});
