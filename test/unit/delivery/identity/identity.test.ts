import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { readExternalId } from '../../../../src/delivery/identity/externalId';
import { createIdentity, type IdentityDeps } from '../../../../src/delivery/identity/identity';
import { createReLogin, type ReLoginDeps } from '../../../../src/delivery/identity/reLogin';
import type { Outbox } from '../../../../src/delivery/sending/outbox';
import type { Http, HttpRules } from '../../../../src/services/http';
import { RequestError } from '../../../../src/services/requestError';
import type { UserCalls } from '../../../../src/services/userCalls';
import type { Conversations } from '../../../../src/slices/conversations';
import type { Messages } from '../../../../src/slices/messages';
import { createUser } from '../../../../src/slices/user';
import type { ClientInfo } from '../../../../src/wire/client';
import type { AppUser, UserAnswer } from '../../../../src/wire/user';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakeStorages, createFakeStore } from '../../../support/fakeStorage';
import { hold } from '../../../support/hold';
import { signJwt } from '../../../support/jwt';

const jwtOf = (externalId: unknown, more = {}) =>
  signJwt({ id: 'k', secret: 's' }, { external_id: externalId, ...more });
const appUser = (_id: string): AppUser => ({ _id });
type Give = (jwt: unknown) => void;
const thrown = () => {
  throw new Error('the publisher’s own');
};

const create = () => {
  const clock = createFakeClock();
  const user = createUser({
    store: createFakeStore(),
    session: createFakeStore(),
    integrationId: 'int',
    createId: () => 'id',
    now: Date.now,
  });
  const store = createFakeStore();
  const calls: [string, unknown][] = [];
  const happened: string[] = [];
  const side = {
    settled: Promise.resolve() as Promise<unknown>,
    answer: (): unknown => ({ appUser: appUser('logged-in') }),
    websocketToken: (async () => 'ws') as UserCalls['websocketToken'],
    /** Those of the last login. */
    rules: undefined as HttpRules | undefined,
    visible: true,
  };
  const [widgetOpen, isUserLoggingIn] = [signal(true), signal(false)];
  const http: Http = async (method, path, body) => {
    calls.push([`${method} ${path}`, body]);
    const answer = await side.answer();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const deps: IdentityDeps & ReLoginDeps = {
    onDispose() {},
    http,
    connect(authorization, rules) {
      side.rules = rules;
      return (method, path, body) => {
        happened.push(`as ${authorization?.()?.slice(0, 6)}`);
        return http(method, path, body);
      };
    },
    messaging: { websocketToken: (id) => side.websocketToken(id) },
    user,
    session: {
      end(unsent, isSaid) {
        happened.push(`end ${unsent}`, ...(isSaid ? ['told'] : []));
        user.clear();
      },
      clear: () => happened.push('clear'),
    },
    outbox: {
      reassign: (id: string) => happened.push(`reassign ${id}`),
      of: () => [],
      tell() {},
      claim() {},
    } as unknown as Outbox,
    messages: {} as Messages,
    clock,
    client: () => ({ id: 'c' }) as ClientInfo,
    settled: () => side.settled,
    startAnew: () => happened.push('start anew'),
    tell() {},
    takeAnswer(answer: UserAnswer) {
      happened.push(`take ${answer.appUser?._id}`);
      if (answer.appUser) user.signIn(answer.appUser, answer.sessionToken, undefined);
    },
    authentication: { isUserLoggingIn },
    conversations: {
      setNotice: (notice?: string) => happened.push(`notice ${notice}`),
    } as unknown as Conversations,
    loginOver: async () => {},
    ...{
      storages: createFakeStorages(),
      store,
      integrationId: 'int',
      createId: () => 'id',
    },
    router: { widgetOpen },
    page: { visible: () => side.visible },
    start: () => happened.push('start'),
    setLoggingIn: (now) => happened.push(`logging in ${now}`),
    setLoggingOut: (now) => happened.push(`logging out ${now}`),
    report: (message) => happened.push(message),
  };
  const made = createIdentity(deps);
  const reLogin = createReLogin(deps);
  const identity = { ...made, recover: (status: 401 | 403) => made.recover(status, reLogin) };
  const begin = async (externalId = 'ann') => {
    await identity.login((give) => give(jwtOf(externalId)));
    happened.length = 0;
    calls.length = 0;
  };
  return { identity, user, store, clock, calls, happened, side, widgetOpen, isUserLoggingIn, begin };
};

describe('the external id of a JWT', () => {
  it('is read in any script', () => {
    for (const id of ['ann', 'Åsa', '黒猫', '🎉', '>>>???~~~', ' '])
      expect(readExternalId(jwtOf(id))).toBe(id);
  });

  it.each([undefined, 7, '', null, {}])('that is %j makes it unreadable (login-10)', (id) => {
    expect(() => readExternalId(jwtOf(id))).toThrow('Error occurred reading from jwt');
  });

  it.each(['', '.', 'a', 'a.%%.c', `a.${btoa('null')}.c`, `a.${btoa('[]')}.c`])(
    'in %j is unreadable',
    (jwt) => {
      expect(() => readExternalId(jwt)).toThrow('Error occurred reading from jwt');
    },
  );
});

describe('a login', () => {
  it('clears memory, passes on unsent messages and then takes the answer (login-7)', async () => {
    const { identity, user, happened, calls } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    await identity.login((give) => give(jwtOf('ann')));
    expect(happened).toEqual([
      'logging in true',
      'as Bearer',
      'clear',
      'reassign anonymous',
      'reassign @ann',
      'take logged-in',
      'logging in false',
    ]);
    expect(calls).toEqual([
      ['POST /login', { client: { id: 'c' }, userId: 'ann', appUserId: 'anonymous', sessionToken: 't' }],
    ]);
  });

  it('takes along the drafts and the form of the anonymous visitor (composer-5)', async () => {
    const { identity, user, store, side } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    store.set('int.draft.anonymous.c', 'Typed before');
    store.set('int.draft.logged-in.c', 'Typed elsewhere');
    store.set('int.draft.anonymous.empty', 'Typed first');
    store.set('int.forms', '{"user":"anonymous","forms":{"f":{}}}');
    const spoken = (_id: string, ...messages: unknown[]) => ({ _id, messages });
    const conversations = [
      spoken('c', { _id: 'm', received: 1, role: 'business', type: 'text', text: 'Hello' }),
      spoken('empty'),
    ] as never;
    side.answer = async () => ({ appUser: appUser('logged-in'), conversations });
    await identity.login((give) => give(jwtOf('ann')));
    expect(store.get('int.draft.logged-in.c')).toBe('Typed elsewhere\nTyped before');
    // What was typed where nothing was said goes to the conversation that opens.
    expect(store.get('int.draft.logged-in.')).toBe('Typed first');
    expect(store.keys('int.draft.anonymous')).toEqual([]);
    expect(store.get('int.forms')).toBe('{"user":"logged-in","forms":{"f":{}}}');
  });

  it('waits until the start under way is over (login-6)', async () => {
    const { identity, calls, side } = create();
    const { until, release } = hold();
    side.settled = until;
    const login = identity.login((give) => give(jwtOf('ann')));
    await flush();
    expect(calls).toEqual([]);
    release();
    await login;
    expect(calls).toHaveLength(1);
  });

  it('that is replaced while it waits sends no request', async () => {
    const { identity, calls, side } = create();
    const { until, release } = hold();
    side.settled = until;
    const first = identity.login((give) => give(jwtOf('ann')));
    await flush();
    const second = identity.login((give) => give(jwtOf('bob')));
    release();
    await Promise.all([first, second]);
    expect(calls.map(([, body]) => (body as { userId: string }).userId)).toEqual(['bob']);
  });

  it('of another user has what is written while the service is told of the former’s logout', async () => {
    const { identity, user, side } = create();
    await identity.login((give) => give(jwtOf('ann')));
    const { until, release } = hold();
    side.answer = () => until;
    const login = identity.login((give) => give(jwtOf('ben')));
    await flush();
    expect(user.externalId()).toBe('ben');
    user.expect('cleo');
    identity.cancel();
    release();
    await login;
    // A cancelled login changes nothing more.
    expect(user.externalId()).toBe('cleo');
  });

  it('that a logout ends tells its callback once (login-26)', async () => {
    const { identity, calls, side } = create();
    const { until, release } = hold();
    side.settled = until;
    const told: unknown[] = [];
    const login = identity.login(
      (give) => give(jwtOf('ann')),
      (error) => told.push(error?.reason),
    );
    await flush();
    identity.cancel();
    release();
    await login;
    identity.cancel();
    expect([told, calls]).toEqual([['The visitor has logged out'], []]);
  });

  it('is over where its answer comes before the word that the visitor has left in another tab (login-13)', async () => {
    const { identity, user, happened, side } = create();
    const told: unknown[] = [];
    side.answer = () => {
      user.hearExit('left');
      return { appUser: appUser('logged-in') };
    };
    await identity.login(
      (give) => give(jwtOf('ann')),
      (error) => told.push(error?.reason),
    );
    expect([told, user.auth.value, happened.includes('take logged-in')]).toEqual([
      ['The visitor has logged out'],
      undefined,
      false,
    ]);
  });

  it('that begins before that word is the next person’s, however late its token is', async () => {
    const { identity, user, happened } = create();
    user.hearExit('left');
    let give: Give = () => {};
    const login = identity.login((later) => (give = later));
    expect([happened.includes('end keep'), user.isOver()]).toEqual([true, false]);
    give(jwtOf('ben'));
    await login;
    expect(happened).toContain('take logged-in');
  });

  it('includes an anonymous visitor who was created during its request', async () => {
    const { identity, user, calls, side, happened } = create();
    const { until, release } = hold();
    side.answer = () => until.then(() => ({ appUser: appUser('logged-in') }));
    const login = identity.login((give) => give(jwtOf('ann')));
    await flush();
    user.signIn(appUser('anonymous'), 't', undefined);
    release();
    await login;
    expect(calls.map(([, body]) => body)).toEqual([
      { client: { id: 'c' }, userId: 'ann' },
      { client: { id: 'c' }, userId: 'ann', appUserId: 'anonymous', sessionToken: 't' },
    ]);
    expect(happened).toContain('reassign anonymous');
    expect(user.auth.value?.type).toBe('jwt');
  });

  it('that fails changes neither the visitor nor their memory', async () => {
    const { identity, user, side, happened } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    side.answer = () => new RequestError('network', 'Request failed after 3 retries');
    const told: unknown[] = [];
    await identity.login(
      (give) => give(jwtOf('ann')),
      (error) => told.push(error),
    );
    expect(told).toMatchObject([{ reason: 'Request failed after 3 retries' }]);
    expect(user.auth.value).toEqual({ type: 'sessionToken', sessionToken: 't' });
    expect(happened).toEqual(['logging in true', 'as Bearer', 'logging in false']);
  });

  it('that fails and has no callback is reported', async () => {
    const { identity, happened } = create();
    await identity.login((give) => give(7));
    expect(happened).toContain('Authentication failed');
  });

  it('uses the first answer of its supplier', async () => {
    const { identity, user } = create();
    await identity.login((give) => {
      give(jwtOf('ann'));
      give(jwtOf('bob'));
    });
    expect(user.externalId()).toBe('ann');
  });

  it.each([
    ['throws', thrown],
    ['gives no text', (give: Give) => give(undefined)],
    ['gives a page', (give: Give) => give('<!doctype html>')],
    ['does not answer', () => {}],
  ])(
    'whose function %s is told to have failed, and succeeds once it gives a token (login-22)',
    async (_, fail) => {
      const { identity, clock, user } = create();
      const told: unknown[] = [];
      let [asked, works] = [0, false];
      void identity.login(
        (give) => {
          asked++;
          if (works) give(jwtOf('ann'));
          else fail(give);
        },
        (error) => told.push(error?.message ?? null),
      );
      await clock.advance(4_000);
      expect([asked, told]).toEqual([1, ['Authentication failed']]);
      // About 60 s later, and 120 s after that.
      await clock.advance(80_000);
      expect([asked, told.length]).toEqual([2, 1]);
      works = true;
      await clock.advance(30_000);
      expect(asked).toBe(2);
      await clock.advance(130_000);
      expect([asked, told.at(-1), user.externalId(), clock.pending()]).toEqual([3, null, 'ann', 0]);
    },
  );

  it('takes a token that comes too late, at once (login-22)', async () => {
    const { identity, clock, user } = create();
    const told: unknown[] = [];
    const gives: Give[] = [];
    void identity.login(
      (give) => gives.push(give),
      (error) => told.push(error?.reason ?? null),
    );
    await clock.advance(6_000);
    expect(told).toEqual(['JWT request did not resolve within an acceptable time']);
    gives[0]?.(jwtOf('ann'));
    await flush();
    expect([told.at(-1), gives.length, user.externalId(), clock.pending()]).toEqual([null, 1, 'ann', 0]);
  });

  it('leaves no timer, whether it succeeds or is cancelled', async () => {
    const { identity, clock } = create();
    await identity.login((give) => give(jwtOf('ann')));
    for (const fail of [thrown, (give: Give) => give(7)]) {
      await identity.login(fail);
      identity.cancel();
    }
    expect(clock.pending()).toBe(0);
  });
});

describe('a refused call', () => {
  it('with 401 of an anonymous visitor gets no new credential and no logout', async () => {
    const { identity, user, happened } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    expect(await identity.recover(401)).toBe(false);
    identity.giveUp(401);
    expect(happened).toEqual([]);
  });

  it('without a visitor gets no new credential', async () => {
    const { identity, calls } = create();
    expect([await identity.recover(401), await identity.recover(403), calls]).toEqual([false, false, []]);
  });

  it('with 403 of an anonymous visitor logs in again with the session (login-16)', async () => {
    const { identity, user, calls, happened } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    expect(await identity.recover(403)).toBe(true);
    expect(calls).toEqual([
      ['POST /login', { client: { id: 'c' }, appUserId: 'anonymous', sessionToken: 't' }],
    ]);
    expect(happened).toContain('take logged-in');
  });

  it.each([
    ['knows them no more', 403, 'user_not_found', true],
    ['has ended their session', 401, 'invalid_auth', true],
    ['forbids it', 403, 'forbidden', false],
  ])(
    'by 403 lets an anonymous visitor start anew only where the service %s (login-16)',
    async (_, status, code, anew) => {
      const { identity, user, side, happened } = create();
      user.signIn(appUser('anonymous'), 't', undefined);
      side.answer = () => new RequestError('http', `${status}`, status, code);
      await identity.recover(403);
      expect(happened.includes('start anew')).toBe(anew);
    },
  );

  it.each([
    new RequestError('http', '500: Why', 500, 'internal_error'),
    new RequestError('network', '401'),
    new RequestError('network', 'Request failed after 3 retries'),
  ])('by 403 waits, as the new login does, for the network: %j', async (failure) => {
    const anonymous = create();
    anonymous.user.signIn(appUser('anonymous'), 't', undefined);
    const loggedIn = create();
    await loggedIn.begin();
    for (const { identity, side, happened } of [anonymous, loggedIn]) {
      side.answer = () => failure;
      await expect(identity.recover(403)).rejects.toBe(failure);
      expect(happened).toEqual(['as undefined', 'Could not log in again']);
    }
  });

  it('shares one renewal with others that are refused meanwhile', async () => {
    const { identity, user } = create();
    let asked = 0;
    const gives: ((jwt: unknown) => void)[] = [];
    await identity.login((give) => (asked++ ? gives.push(give) : give(jwtOf('ann'))));
    const both = Promise.all([identity.recover(401), identity.recover(401)]);
    gives[0]?.(jwtOf('ann', { fresh: true }));
    expect([await both, asked]).toEqual([[true, true], 2]);
    expect(user.auth.value).toMatchObject({ jwt: jwtOf('ann', { fresh: true }) });
    const next = identity.recover(401);
    gives[1]?.(jwtOf('ann'));
    expect([await next, asked]).toEqual([true, 3]);
  });

  it.each([
    ['throws', thrown],
    ['gives no text', (give: Give) => give(undefined)],
    ['gives a page', (give: Give) => give('<!doctype html>')],
    ['does not answer', () => {}],
  ])(
    'waits as for the network where the page’s function %s, and the user stays (login-14)',
    async (_, fail) => {
      const { identity, user, clock, happened } = create();
      let asked = 0;
      await identity.login((give) => {
        if (asked++ === 1) fail(give);
        else give(jwtOf('ann'));
      });
      const kept = expect(identity.recover(401)).rejects.toMatchObject({
        isTransient: true,
        isRefused: false,
      });
      await clock.advance(4_000);
      await kept;
      expect(happened).toContain('The JWT could not be renewed');
      expect(user.auth.value?.type).toBe('jwt');
      expect(await identity.recover(401)).toBe(true);
    },
  );

  it('with 403 logs in again, unless the call is that login', async () => {
    const { identity, begin, calls, side } = create();
    await begin();
    expect(await identity.recover(403)).toBe(true);
    expect(calls).toEqual([['POST /login', { client: { id: 'c' }, userId: 'ann' }]]);
    expect([
      await side.rules?.recover?.(403, () => false),
      await side.rules?.recover?.(401, () => false),
    ]).toEqual([false, true]);
  });

  it('with 403 waits for a login that is under way', async () => {
    const { identity, begin, calls, side, happened } = create();
    await begin();
    const { until, release } = hold();
    side.answer = () => until.then(() => ({ appUser: appUser('logged-in') }));
    const both = Promise.all([identity.recover(403), identity.recover(403)]);
    release();
    expect([await both, calls.length]).toEqual([[true, true], 1]);
    expect(happened).not.toContain('end keep');
  });

  it('with 403 logs in at most three times in five minutes (login-15)', async () => {
    const { identity, clock, user } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    const recover = () => identity.recover(403);
    expect([await recover(), await recover(), await recover(), await recover()]).toEqual([
      ...[true, true, true],
      false,
    ]);
    await clock.advance(301_000);
    expect(await recover()).toBe(true);
  });

  it.each([
    [401, '401: Failed to authenticate'],
    [403, '403: App user not found'],
  ] as const)(
    'by %i that nothing helps against logs out, with its reason, and says so (login-23)',
    async (status, reason) => {
      const { identity, begin, happened, user } = create();
      await begin();
      identity.giveUp(status);
      expect(happened).toEqual(['end keep', 'told', reason]);
      expect(user.auth.value).toBeUndefined();
    },
  );
});

describe('a refused subscription', () => {
  it('gets a renewed JWT with a token login', async () => {
    const { identity, begin } = create();
    await begin();
    expect(await identity.refresh()).toBe(true);
  });

  it('gets another websocket token with a doorman session', async () => {
    const { identity, user, side } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    user.useWebsocketToken('old');
    expect(await identity.refresh()).toBe(true);
    expect(user.realtimeCredential()).toEqual({ websocketToken: 'ws' });
    side.websocketToken = async () => undefined;
    expect(await identity.refresh()).toBe(false);
    const failure = new RequestError('network', '401');
    side.websocketToken = () => Promise.reject(failure);
    await expect(identity.refresh()).rejects.toBe(failure);
  });

  it('of a plain session is left to other code', async () => {
    const { identity, user } = create();
    user.signIn(appUser('anonymous'), 't', undefined);
    expect(await identity.refresh()).toBeUndefined();
  });
});

describe('session auth', () => {
  const session = () => {
    const side = create();
    side.user.signIn(appUser('anonymous'), 't', undefined);
    return side;
  };

  it('gets its token once the visitor exists', async () => {
    const { identity, user, calls } = create();
    const told: unknown[] = [];
    await identity.useSessionAuth((error) => told.push(error));
    expect([told, calls]).toEqual([[null], []]);
    user.signIn(appUser('anonymous'), 't', undefined);
    await identity.enter();
    expect(user.realtimeCredential()).toEqual({ websocketToken: 'ws' });
  });

  it('gets no token unless it was requested', async () => {
    const { identity, user } = session();
    await identity.enter();
    expect(user.realtimeCredential()).toEqual({ sessionToken: 't' });
  });

  it('continues with the plain session and reports it when it gets no token', async () => {
    const { identity, user, side, happened } = create();
    await identity.useSessionAuth();
    user.signIn(appUser('anonymous'), 't', undefined);
    side.websocketToken = () => Promise.reject(new RequestError('http', '500', 500));
    await identity.enter();
    expect(user.realtimeCredential()).toEqual({ sessionToken: 't' });
    expect(happened).toContain('No token for realtime');
  });

  it('never uses an earlier visitor’s token', async () => {
    const { identity, user, side } = create();
    await identity.useSessionAuth();
    user.signIn(appUser('anonymous'), 't', undefined);
    const { until, release } = hold();
    side.websocketToken = () => until.then(() => 'of anonymous');
    const entered = identity.enter();
    user.clear();
    user.signIn(appUser('next'), 'u', undefined);
    release();
    await entered;
    expect(user.realtimeCredential()).toEqual({ sessionToken: 'u' });
  });

  it('requests one token a visitor', async () => {
    const { identity, calls, user } = session();
    user.useWebsocketToken('ws');
    await identity.useSessionAuth();
    expect(calls).toEqual([]);
  });

  it('is refused during a token login, which continues (login-2)', async () => {
    const { identity, begin, user } = create();
    await begin();
    const told: unknown[] = [];
    await identity.useSessionAuth((error) => told.push(error));
    expect(told).toEqual([
      {
        type: 'LoginFailedError',
        message: 'User is already logged in with a token.',
        reason: 'tokenAuthInUse',
      },
    ]);
    await identity.login((give) => give(jwtOf('bob')));
    expect(user.externalId()).toBe('bob');
  });

  it.each(['logout', 'cancel'] as const)('is over with a %s: a token login may follow', async (how) => {
    const { identity, user } = session();
    await identity.useSessionAuth();
    await identity.login((give) => give(jwtOf('ann')));
    expect(user.auth.value?.type).toBe('doorman');
    await identity[how]();
    await identity.login((give) => give(jwtOf('ann')));
    expect(user.auth.value?.type).toBe('jwt');
  });

  it('fetches one token for a visitor, also when the fetch of a former one ends meanwhile', async () => {
    const { identity, user, side } = create();
    await identity.useSessionAuth();
    const former = hold();
    const next = hold();
    const asked: string[] = [];
    side.websocketToken = async (id) => {
      asked.push(id);
      await (id === 'former' ? former : next).until;
      return `of ${id}`;
    };
    user.signIn(appUser('former'), 't', undefined);
    const entering = identity.enter();
    user.clear();
    user.signIn(appUser('next'), 't2', undefined);
    const entered = identity.enter();
    former.release();
    await entering;
    const again = identity.enter();
    next.release();
    await Promise.all([entered, again]);
    expect(asked).toEqual(['former', 'next']);
    expect(user.realtimeCredential()).toEqual({ websocketToken: 'of next' });
  });
});

describe('the next visitor of an open window', () => {
  /** Logs in and out again, and waits. @returns how often a visitor was started */
  const leave = async (made: ReturnType<typeof create>, change = () => {}) => {
    await made.begin();
    await made.identity.logout();
    change();
    await made.clock.advance(3_000);
    return made.happened.filter((it) => it === 'start').length;
  };

  it('starts about a second after one has left, once (login-21)', async () => {
    expect(await leave(create())).toBe(1);
    const made = create();
    await made.begin();
    for (let i = 0; i < 3; i++) await made.identity.logout();
    await made.clock.advance(799);
    expect(made.happened).not.toContain('start');
    await made.clock.advance(3_000);
    expect(made.happened.filter((it) => it === 'start')).toHaveLength(1);
  });

  it('starts after a login that was refused for good (login-21)', async () => {
    const made = create();
    await made.begin();
    made.identity.giveUp(401);
    await made.clock.advance(3_000);
    expect(made.happened).toContain('start');
  });

  it('waits where the window is closed, in a tab that is not seen, during a login and where one has started', async () => {
    for (const change of [
      ({ widgetOpen }: ReturnType<typeof create>) => Object.assign(widgetOpen, { value: false }),
      ({ side }: ReturnType<typeof create>) => Object.assign(side, { visible: false }),
      ({ isUserLoggingIn }: ReturnType<typeof create>) => Object.assign(isUserLoggingIn, { value: true }),
      ({ user }: ReturnType<typeof create>) => Object.assign(user.initializedStatus, { value: 'pending' }),
    ]) {
      const made = create();
      expect(await leave(made, () => change(made))).toBe(0);
    }
  });
});

describe('a logout', () => {
  it('ends the session at once and sends the former credential (login-12)', async () => {
    const { identity, begin, happened, side, calls, user } = create();
    await begin();
    const { until, release } = hold();
    side.answer = () => until;
    const logout = identity.logout();
    expect(calls).toEqual([['POST /appusers/logged-in/logout', { client: { id: 'c' } }]]);
    expect(user.auth.value).toBeUndefined();
    release();
    await logout;
    expect(happened).toEqual(['logging in false', 'logging out true', 'end keep', 'logging out false']);
  });

  it('is reported when the service cannot be told, and still happens', async () => {
    const { identity, begin, happened, side, user } = create();
    await begin();
    side.answer = () => new RequestError('http', '500', 500);
    await identity.logout();
    expect(happened).toContain('The logout could not be sent');
    expect(user.auth.value).toBeUndefined();
  });

  it('without a visitor tells the service nothing, and ends what is under way in all tabs (login-12)', async () => {
    const { identity, calls, happened } = create();
    await identity.logout();
    expect(calls).toEqual([]);
    expect(happened).toContain('end keep');
  });
});
