import { describe, expect, test, vi } from 'vitest';
import { RequestError } from '../../../src/services/requestError';
import { decodeUserAnswer } from '../../../src/wire/user';
import { flush } from '../../support/fakeClock';
import { createFakeService, lost, refused } from '../../support/fakeService';
import { createFakeStore } from '../../support/fakeStorage';
import { wire } from '../../support/messages';
import { createTabLock } from '../../support/tabLock';
import { createVisitorSide } from '../../support/visitorSide';

const methods = (side: ReturnType<typeof createVisitorSide>) => side.service.calls.map((c) => c.method);

const it = test.extend('side', () => createVisitorSide());

describe('a first visit', () => {
  it('creates the visitor with their conversation and applies both (visitor-1, visitor-9, visitor-12)', async () => {
    const onStarted = vi.fn();
    const side = createVisitorSide({ onStarted });
    await side.starter.ensureStarted();
    expect(methods(side)).toEqual(['createUser']);
    expect(side.service.callsOf('createUser')[0]?.[0]).toMatchObject({
      intent: 'conversation:start',
      locale: 'en-us',
      conversation: { type: 'personal', client: { platform: 'web' } },
      client: { platform: 'web' },
    });
    expect(side.user.appUserId.value).toBe('user-1');
    expect(side.user.initializedStatus.value).toBe('successful');
    expect(side.user.userCreationStatus.value).toBe('successful');
    expect(side.user.realtime.value?.baseUrl).toBe('https://rt.example/faye');
    expect(onStarted.mock.calls).toEqual([['conv-of-user-1', true]]);
    expect(side.store.get('int.conversationStartedAt')).toBe(String(side.clock.now()));
  });

  it('is pending and started once for any number of calls (visitor-4)', async ({ side }) => {
    const release = side.service.hold('createUser');
    const first = side.starter.ensureStarted();
    const second = side.starter.ensureStarted();
    expect(side.user.initializedStatus.value).toBe('pending');
    expect(side.user.userCreationStatus.value).toBe('pending');
    release();
    await Promise.all([first, second, side.starter.ensureStarted()]);
    await side.starter.ensureStarted();
    expect(methods(side)).toEqual(['createUser']);
  });

  it('starts a conversation if the service created none with the visitor', async () => {
    const service = createFakeService();
    const side = createVisitorSide({ service });
    service.messaging.createUser = async ({ referenceId }) => service.createUser(referenceId, false);
    await side.starter.ensureStarted();
    expect(service.callsOf('createConversation')).toHaveLength(1);
    expect(side.conversations.active.value?._id).toBeDefined();
    expect(side.user.initializedStatus.value).toBe('successful');
  });

  it('fails when the answer has no token, and keeps nothing of it', async ({ side }) => {
    side.service.messaging.createUser = async () => decodeUserAnswer({ appUser: { _id: 'u' } });
    await expect(side.starter.ensureStarted()).rejects.toMatchObject({ kind: 'malformed' });
    expect(side.user.initializedStatus.value).toBe('failed');
    expect(side.user.userCreationStatus.value).toBe('failed');
    expect(side.user.appUserId.value).toBeUndefined();
  });

  it('fails when the service creates no conversation', async ({ side }) => {
    side.service.messaging.createUser = async ({ referenceId }) =>
      side.service.createUser(referenceId, false);
    side.service.messaging.createConversation = async () => ({});
    await expect(side.starter.ensureStarted()).rejects.toThrow('Failed to start conversation');
    expect(side.user.initializedStatus.value).toBe('failed');
  });
});

describe('a first visit in two tabs at once', () => {
  /** Two tabs of one browser, the first of which waits for the answer to its creation. */
  const createTabs = () => {
    const shared = { service: createFakeService(), store: createFakeStore(), lock: createTabLock() };
    const [one, two] = [createVisitorSide(shared), createVisitorSide({ ...shared, idPrefix: 'two' })];
    const release = shared.service.hold('createUser');
    return { one, two, release, first: one.starter.ensureStarted() };
  };

  it('creates one visitor, whom the second tab takes over (visitor-16)', async () => {
    const { one, two, first, release } = createTabs();
    const second = two.starter.ensureStarted();
    await flush();
    release();
    await Promise.all([first, second]);
    expect(methods(one)).toEqual(['createUser', 'getUser']);
    expect([one, two].map(({ user }) => user.appUserId.value)).toEqual(['user-1', 'user-1']);
    expect(two.conversations.active.value?._id).toBe(one.conversations.active.value?._id);
  });

  it('creates nobody for a visitor who has left while their tab waited', async () => {
    const { one, two, first, release } = createTabs();
    const second = two.starter.ensureStarted();
    await flush();
    two.user.clear();
    release();
    await first;
    await expect(second).rejects.toMatchObject({ kind: 'cancelled' });
    expect(methods(one)).toEqual(['createUser']);
    expect([two.user.appUserId.value, two.user.initializedStatus.value]).toEqual([undefined, 'notConnected']);
  });

  it('creates the visitor whom the first tab could not create', async () => {
    const shared = { service: createFakeService(), store: createFakeStore(), lock: createTabLock() };
    const [one, two] = [createVisitorSide(shared), createVisitorSide({ ...shared, idPrefix: 'two' })];
    shared.service.next('createUser', { fail: lost() });
    const first = one.starter.ensureStarted();
    const second = two.starter.ensureStarted();
    await expect(first).rejects.toMatchObject({ kind: 'network' });
    await second;
    expect(two.user.appUserId.value).toBe('user-1');
  });
});

describe('a start that failed', () => {
  it('tells why and may be tried again (visitor-4)', async ({ side }) => {
    side.service.next('createUser', { fail: lost() });
    await expect(side.starter.ensureStarted()).rejects.toThrow('Request failed after 3 retries');
    expect(side.user.initializedStatus.value).toBe('failed');
    await side.starter.ensureStarted();
    expect(side.user.initializedStatus.value).toBe('successful');
  });

  it('makes one visitor when only the answer was lost, also after a reload (visitor-6)', async () => {
    const service = createFakeService();
    const store = createFakeStore();
    const page = createVisitorSide({ service, store });
    service.next('createUser', { lose: lost() });
    await expect(page.starter.ensureStarted()).rejects.toThrow();
    const reloaded = createVisitorSide({ service, store, idPrefix: 'later' });
    await reloaded.starter.ensureStarted();
    const references = service
      .callsOf('createUser')
      .map(([body]) => (body as { referenceId: string }).referenceId);
    expect(new Set(references).size).toBe(1);
    expect(reloaded.user.appUserId.value).toBe('user-1');
  });

  it('makes one conversation when only the answer was lost (visitor-6)', async ({ side }) => {
    side.service.messaging.createUser = async ({ referenceId }) =>
      side.service.createUser(referenceId, false);
    side.service.next('createConversation', { lose: lost() });
    await expect(side.starter.ensureStarted()).rejects.toThrow();
    await side.starter.ensureStarted();
    const references = side.service
      .callsOf('createConversation')
      .map(([, body]) => (body as { referenceId: string }).referenceId);
    expect(references).toHaveLength(2);
    expect(new Set(references).size).toBe(1);
  });
});

describe('a visitor who was here before', () => {
  const returning = async () => {
    const service = createFakeService();
    const store = createFakeStore();
    const before = createVisitorSide({ service, store });
    await before.starter.ensureStarted();
    service.calls.length = 0;
    return createVisitorSide({ service, store, idPrefix: 'later' });
  };

  it('is fetched with their conversation and its newest messages (visitor-2)', async () => {
    const side = await returning();
    side.service.messaging.getUser = async () => {
      const answer = side.service.createUser('id-1');
      return {
        ...answer,
        conversations: answer.conversations.map((c) => ({ ...c, messages: [wire('m1', 5)] })),
      };
    };
    await side.starter.ensureStarted();
    expect(side.service.callsOf('createUser')).toHaveLength(0);
    expect(side.log().map((m) => m._id)).toEqual(['m1']);
  });

  it('is fetched by the stored id', async () => {
    const side = await returning();
    await side.starter.ensureStarted();
    expect(side.service.calls).toEqual([{ method: 'getUser', args: ['user-1'] }]);
    expect(side.conversations.active.value?._id).toBe('conv-of-user-1');
  });

  it('is replaced on a 401 by a new visitor with a new token (visitor-3)', async () => {
    const side = await returning();
    side.service.next('getUser', { fail: refused(401) });
    await side.starter.ensureStarted();
    expect(methods(side)).toEqual(['getUser', 'createUser']);
    expect(side.user.appUserId.value).toBe('user-2');
    expect(side.store.get('int.sessionToken')).toBe('token-of-user-2');
  });

  it.each([
    ['a lost network', lost()],
    ['a 403', refused(403)],
    ['a 500', refused(500)],
    ['an answer that is no JSON', new RequestError('network', '200')],
  ])('is not forgotten for %s', async (_name, error) => {
    const side = await returning();
    side.service.next('getUser', { fail: error });
    await expect(side.starter.ensureStarted()).rejects.toBe(error);
    expect(side.service.callsOf('createUser')).toHaveLength(0);
    expect([side.user.appUserId.value, side.store.get('int.sessionToken')]).toEqual([
      'user-1',
      'token-of-user-1',
    ]);
    expect(side.user.initializedStatus.value).toBe('failed');
    await side.starter.ensureStarted();
    expect(side.user.appUserId.value).toBe('user-1');
  });
});

it('messages written before move into the conversation and are sent', async ({ side }) => {
  const release = side.service.hold('createUser');
  side.sender.send({ text: 'early' });
  expect(side.messages.of('').value.map((m) => m.text)).toEqual(['early']);
  release();
  await flush();
  expect(side.messages.of('').value).toEqual([]);
  expect(side.service.log('conv-of-user-1').map((m) => m.text)).toEqual(['early']);
  expect(side.log()).toMatchObject([{ text: 'early', status: 'sent' }]);
});
