import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUser } from '../../../src/slices/user';
import type { AppUser } from '../../../src/wire/user';
import { createFakeStore } from '../../support/fakeStorage';
import { hostileStored } from '../../support/hostileValues';

const appUser = (_id: string): AppUser => ({ _id });
const create = (entries: Record<string, string> = {}, integrationId = 'int') => {
  const store = createFakeStore(entries);
  let ids = 0;
  const user = createUser({
    store,
    session: createFakeStore(),
    integrationId,
    createId: () => `id-${++ids}`,
    now: Date.now,
  });
  return { store, user };
};
const stored = { 'int.appUserId': 'u1', 'int.sessionToken': 't1', 'int.clientId': 'k1' };

describe('the visitor', () => {
  it('has no id at first', () => {
    const { user } = create();
    expect(user.appUserId.value).toBeUndefined();
    expect(user.authorization()).toBeUndefined();
    expect([user.initializedStatus.value, user.userCreationStatus.value]).toEqual([
      'notConnected',
      'notConnected',
    ]);
  });

  it('is read from storage, per integration', () => {
    const { user } = create(stored);
    expect(user.appUserId.value).toBe('u1');
    expect(user.authorization()).toBe(`Basic ${btoa('u1:t1')}`);
    expect(user.clientId()).toBe('k1');
    expect(create(stored, 'other').user.appUserId.value).toBeUndefined();
  });

  it('has no id when storage has half of the credential', () => {
    expect(create({ 'int.appUserId': 'u1' }).user.appUserId.value).toBeUndefined();
  });

  it('has no id when storage has a token alone', () => {
    const { user } = create({ 'int.sessionToken': 't1' });
    expect([user.auth.value, user.appUserId.value, user.authorization()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(user.stored.session()).toBeUndefined();
    user.takeStored();
    expect(user.auth.value).toBeUndefined();
  });

  it('signs in and is stored (visitor-9)', () => {
    const { user, store } = create();
    user.signIn(appUser('u2'), 't2', { enabled: true, baseUrl: 'https://rt.example' });
    expect(user.authorization()).toBe(`Basic ${btoa('u2:t2')}`);
    expect(user.realtime.value?.baseUrl).toBe('https://rt.example');
    expect([store.get('int.appUserId'), store.get('int.sessionToken')]).toEqual(['u2', 't2']);
  });

  it('keeps token and realtime settings when an answer has none', () => {
    const { user } = create();
    user.signIn(appUser('u2'), 't2', { enabled: true, baseUrl: 'https://rt.example' });
    user.signIn(appUser('u2'), undefined, undefined);
    expect([user.authorization(), user.realtime.value?.baseUrl]).toEqual([
      `Basic ${btoa('u2:t2')}`,
      'https://rt.example',
    ]);
  });

  it('has a header for any token a service may give (http-4)', () => {
    const { user } = create();
    user.signIn(appUser('u1'), 'tökén 🎉', undefined);
    const [scheme, encoded] = (user.authorization() ?? '').split(' ');
    expect(scheme).toBe('Basic');
    expect(Buffer.from(encoded ?? '', 'base64').toString()).toBe('u1:tökén 🎉');
  });

  it('has a Bearer header with its JWT, whatever session it had (http-4)', () => {
    const { user } = create();
    user.signIn(appUser('u1'), 't', undefined);
    user.useJwt('a.jwt', 'ann');
    expect(user.authorization()).toBe('Bearer a.jwt');
  });

  it('has one client id, created on first use and stored (visitor-9)', () => {
    const { user, store } = create();
    expect(store.get('int.clientId')).toBeNull();
    const id = user.clientId();
    expect(user.clientId()).toBe(id);
    expect(store.get('int.clientId')).toBe(id);
  });

  it('has one creation id until it is created', () => {
    const { user, store } = create();
    const id = user.creationId();
    expect(user.creationId()).toBe(id);
    expect(
      createUser({
        store,
        session: createFakeStore(),
        integrationId: 'int',
        createId: () => 'new',
        now: Date.now,
      }).creationId(),
    ).toBe(id);
    user.signIn(appUser('u2'), 't2', undefined);
    expect(user.creationId()).not.toBe(id);
  });

  it('is removed when cleared, except for the browser’s own id', () => {
    const { user, store } = create({
      ...stored,
      'int.conversationStartedAt': '5',
      'other.appUserId': 'theirs',
    });
    user.conversationStarted(7);
    expect(store.get('int.conversationStartedAt')).toBe('7');
    user.clear();
    expect([...store.map.keys()].sort()).toEqual(['int.clientId', 'int.exit', 'other.appUserId']);
    expect([user.appUserId.value, user.authorization(), user.realtime.value]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  describe('of a token login that is not back yet', () => {
    const before = { 'int.appUserId': 'u1', 'int.externalId': 'ann', 'int.conversationStartedAt': '5' };

    it('is forgotten when cleared', () => {
      const { user, store } = create(before);
      user.takeStored();
      user.clear();
      expect([...store.map.keys()]).toEqual(['int.exit']);
      expect(user.externalId()).toBeNull();
    });

    it('leaves to the next visitor the ids of a start under way in another tab', () => {
      const { user, store } = create(before);
      store.map.clear();
      store.set('int.exit', 'e1');
      store.set('int.creationId', 'c');
      store.set('int.startId', 's');
      store.set('int.forms', 'theirs');
      user.clear();
      expect([...store.map.keys()].sort()).toEqual(['int.creationId', 'int.exit', 'int.startId']);
    });

    it('is left alone when they have left in another tab, which has stored another user', () => {
      const { user, store } = create(before);
      store.set('int.exit', 'e1');
      store.set('int.appUserId', 'u2');
      store.set('int.externalId', 'bob');
      user.clear();
      expect(store.get('int.externalId')).toBe('bob');
      expect([store.get('int.appUserId'), store.get('int.exit')]).toEqual(['u2', 'e1']);
    });

    it('is not ended again by the word of an earlier leaving, which a tab that slept hears late', () => {
      const { user, store } = create(before);
      store.set('int.exit', '2000-second');
      user.hearExit('1000-first!');
      user.clear();
      user.hearExit('1000-first!');
      const isOver = [user.isOver()];
      user.hearExit('3000-third');
      expect([...isOver, user.isOver()]).toEqual([false, true]);
    });

    it('keeps its name until they leave, whoever goes on as the same person', () => {
      const { user, store } = create(before);
      user.clear(true);
      expect([store.get('int.externalId'), store.get('int.appUserId')]).toEqual(['ann', null]);
    });
  });

  it('takes all with them that this browser has stored of them, whichever tab did', () => {
    const { user, store } = create(stored);
    store.set('int.appUserId', 'u2');
    user.clear();
    expect([...store.map.keys()].sort()).toEqual(['int.clientId', 'int.exit']);
  });

  it('leaves the user whom another tab has made of the same person', () => {
    const { user, store } = create(stored);
    store.set('int.appUserId', 'u2');
    user.clear(true);
    expect(store.get('int.appUserId')).toBe('u2');
  });

  it('stores no session over another tab’s login, which takes it in', () => {
    const { user, store } = create();
    store.set('int.externalId', 'ann');
    store.set('int.appUserId', 'u-ann');
    user.signIn(appUser('u2'), 't2', undefined);
    expect([user.appUserId.value, user.isElsewhere()]).toEqual(['u2', true]);
    expect([store.get('int.appUserId'), store.get('int.sessionToken')]).toEqual(['u-ann', null]);
  });
});

describe('a stored identity', () => {
  const spoil = (name: string, value: string) => create({ ...stored, [`int.${name}`]: value }).user;

  it('is dropped when no request could carry it', () => {
    const bad = ['x'.repeat(4097), 'x'.repeat(130_001), '\ud800'.repeat(200_000), 'a\udfff', '\0'];
    for (const value of bad)
      for (const name of ['appUserId', 'sessionToken']) {
        const user = spoil(name, value);
        expect([user.appUserId.value, user.auth.value, user.authorization()]).toEqual(
          Array(3).fill(undefined),
        );
      }
    expect(bad.map((value) => spoil('externalId', value).externalId())).toEqual(Array(5).fill(null));
  });

  it('gives only ids and headers that can be sent', () => {
    const name = fc.constantFrom('appUserId', 'sessionToken', 'externalId', 'clientId', 'creationId');
    fc.assert(
      fc.property(name, hostileStored('u'), (key, value) => {
        const user = spoil(key, value);
        new Headers({ a: user.authorization() ?? '', b: user.clientId() });
        encodeURIComponent(`${user.appUserId.value}${user.externalId()}${user.creationId()}`);
        user.takeStored();
        user.clear();
      }),
    );
  });

  it('is replaced by the next visitor once it was dropped', () => {
    const { user, store } = create({ ...stored, 'int.appUserId': '\ud800' });
    user.signIn(appUser('u2'), 't2', undefined);
    expect([store.get('int.appUserId'), store.get('int.sessionToken')]).toEqual(['u2', 't2']);
    user.clear();
    expect(store.get('int.appUserId')).toBeNull();
  });
});
