import { describe, expect, it, vi } from 'vitest';
import type { CreateConversationBody, CreateUserBody, SendMessageBody } from '../../../src/wire/client';
import { clientHeaders, describeClient } from '../../../src/wire/clientInfo';
import { allCalls } from '../../support/allCalls';
import { createFakePage } from '../../support/fakePage';

const create = (answer: unknown) => {
  const http = vi.fn(async () => answer);
  return { http, messaging: allCalls(http) };
};
const body = {} as SendMessageBody;

describe('the calls of the messaging service', () => {
  it('have the methods and paths of the specification (http-1, http-8)', async () => {
    const { http, messaging } = create({
      appUser: { _id: 'u' },
      messages: [{ _id: 'm', received: 1 }],
      conversation: { _id: 'c' },
      conversations: [],
    });
    await messaging.createUser({ locale: 'en-us' } as CreateUserBody);
    await messaging.getUser('u');
    await messaging.createConversation('u', { type: 'personal' } as CreateConversationBody);
    await messaging.listConversations('u');
    await messaging.listConversations('u', 10);
    await messaging.getConversation('c');
    await messaging.getMessages('c');
    await messaging.getMessages('c', 12.345);
    await messaging.getMessages('c', 0);
    await messaging.sendMessage('c', body);
    await messaging.sendActivity('c', {
      author: { role: 'appUser', appUserId: 'u' },
      activity: { type: 'typing:start' },
    });
    await messaging.websocketToken('u');
    expect(http.mock.calls).toEqual([
      ['POST', '/appusers', { locale: 'en-us' }],
      ['GET', '/appusers/u'],
      ['POST', '/appusers/u/conversations', { type: 'personal' }],
      ['GET', '/appusers/u/conversations'],
      ['GET', '/appusers/u/conversations?offset=10'],
      ['GET', '/conversations/c'],
      ['GET', '/conversations/c/messages'],
      ['GET', '/conversations/c/messages?before=12.345'],
      ['GET', '/conversations/c/messages?before=0'],
      ['POST', '/conversations/c/messages', body],
      [
        'POST',
        '/conversations/c/activity',
        { author: { role: 'appUser', appUserId: 'u' }, activity: { type: 'typing:start' } },
      ],
      ['POST', '/appusers/u/websocket/token', {}],
    ]);
  });

  it('let no id leave its place in the path', async () => {
    const { http, messaging } = create({ appUser: { _id: 'u' } });
    await messaging.getConversation('../appusers/x?y#z');
    await messaging.getUser('a/b');
    expect(http.mock.calls.map(([, path]: unknown[]) => path)).toEqual([
      '/conversations/..%2Fappusers%2Fx%3Fy%23z',
      '/appusers/a%2Fb',
    ]);
  });

  it.each([
    ['no message', false, { messages: [] }],
    [
      'two messages',
      false,
      {
        messages: [
          { _id: 'a', received: 1 },
          { _id: 'b', received: 2 },
        ],
      },
    ],
    ['a message that is none', false, { messages: [{}] }],
    ['a list that is none', true, { messages: { 0: { _id: 'a', received: 1 }, length: 1 } }],
    ['nothing', true, undefined],
    ['text', true, 'ok'],
  ])(
    "fail with 'Message failed to send' when sending is answered by %s; goes by itself only where no service answered: %s",
    async (_name, isTransient, answer) => {
      await expect(create(answer).messaging.sendMessage('c', body)).rejects.toMatchObject({
        isTransient,
        message: 'Message failed to send',
      });
    },
  );

  it.each([{}, { appUser: {} }, { appUser: [] }, { user: { _id: 'u' } }, [], 'ok', null, undefined])(
    'take %j, which names no visitor, for no answer of the service',
    async (answer) => {
      const { messaging } = create(answer);
      const foreign = { kind: 'network', message: 'The service gave no user' };
      await expect(messaging.getUser('u')).rejects.toMatchObject(foreign);
      await expect(messaging.createUser({} as CreateUserBody)).rejects.toMatchObject(foreign);
    },
  );

  it('give the one message that came back', async () => {
    const { messaging } = create({ messages: [{ _id: 'a', received: 1, text: 'hi' }] });
    expect(await messaging.sendMessage('c', body)).toMatchObject({ _id: 'a', text: 'hi' });
  });

  it('give the websocket token, or nothing when there is none', async () => {
    expect(await create({ token: 'T' }).messaging.websocketToken('u')).toBe('T');
    expect(await create({ token: 5 }).messaging.websocketToken('u')).toBeUndefined();
  });

  it('say of the list of conversations whether there are more', async () => {
    const more = async (conversationsPagination?: object) =>
      (await create({ conversations: [], conversationsPagination }).messaging.listConversations('u')).hasMore;
    expect(await more({ hasMore: true })).toBe(true);
    for (const pagination of [{}, { hasMore: 'yes' }, undefined]) expect(await more(pagination)).toBe(false);
  });

  it('pass on why a request failed', async () => {
    const messaging = allCalls(async () => {
      throw new Error('why');
    });
    await expect(messaging.getMessages('c')).rejects.toThrow('why');
  });
});

it('the client info says of the page what the specification lists (visitor-13)', () => {
  expect(describeClient(createFakePage(), 'k', 'int')).toEqual({
    platform: 'web',
    id: 'k',
    integrationId: 'int',
    info: {
      vendor: 'porch',
      sdkVersion: '0.0.0',
      URL: 'publisher.example',
      userAgent: 'Mozilla/5.0 Test',
      referrer: 'https://search.example/',
      browserLanguage: 'en-US',
      currentUrl: 'https://publisher.example/shoes?size=9',
      currentTitle: 'Shoes',
    },
  });
  expect(clientHeaders('app', 'client')['x-smooch-sdk']).toBe('web/porch/0.0.0');
});
