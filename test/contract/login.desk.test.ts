import { describe, expect, test } from 'vitest';
import { lazyChunks } from '../../src/delivery/chunks';
import { type ForeignAnswer, foreignAnswers } from '../support/foreignAnswers';
import { hold } from '../support/hold';
import { createLoginSide, createSharedBrowser, loginsForEachTest } from '../support/loginSide';

const at = loginsForEachTest();

const tab = (browser = createSharedBrowser(), chunks = {}) =>
  createLoginSide(at.desk, at.clock, browser, chunks);

/** A tab whose visitor has sent a message. */
const talking = async (text = 'hello', browser = createSharedBrowser()) => {
  const side = tab(browser);
  await side.start();
  await side.write(text);
  return side;
};

/** All texts the support team has received, by conversation. */
const heard = async () => (await at.heard()).map(({ texts }) => texts.join()).sort();

const offline = () => {
  throw new TypeError('Failed to fetch');
};

const it = test.extend('side', () => tab());

describe('a token login', () => {
  it('signs the visitor in with the JWT, tells the page null, and starts a conversation (login-1)', async () => {
    const side = tab();
    const told = await side.logIn(at.gives('ann'));
    expect(told).toEqual([null]);
    expect(side.user.auth.value).toMatchObject({ type: 'jwt', externalId: 'ann' });
    expect(side.calls('POST /login')).toHaveLength(1);
    expect(side.calls('POST /login')[0]).toMatchObject({
      authorization: `Bearer ${at.jwtOf('ann')}`,
      body: { userId: 'ann', client: { platform: 'web' } },
    });
    await side.write('it is me');
    expect(side.texts()).toEqual(['it is me']);
    expect(side.reports).toEqual([]);
    expect(side.delivery.authentication.isUserLoggingIn.value).toBe(false);
  });

  it('never writes the JWT into the browser’s storage (login-18)', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    const jwt = at.jwtOf('ann');
    expect(Object.values<string>(side.browser.local).filter((v) => v.includes(jwt.slice(0, 20)))).toEqual([]);
  });

  it('turns an anonymous visitor into the logged-in one, conversation and unsent messages kept (login-7)', async () => {
    const side = await talking('before');
    side.decide((c) => (c.path.endsWith('/messages') && c.method === 'POST' ? offline() : undefined));
    await side.write('kept back', 2000);
    expect(side.texts()).toEqual(['before', 'kept back (failed)']);
    const anonymous = side.user.appUserId.value;
    const conversation = side.slices.conversations.active.value?._id;
    side.decide(() => undefined);
    const told = await side.logIn(at.gives('ann'));
    expect(told).toEqual([null]);
    expect(side.user.appUserId.value).not.toBe(anonymous);
    expect(side.slices.conversations.active.value?._id).toBe(conversation);
    expect(side.texts()).toEqual(['before', 'kept back']);
    expect(await heard()).toEqual(['before,kept back']);
    expect(Object.keys(side.browser.local).filter((k) => /sessionToken|outbox/.test(k))).toEqual([]);
  });

  it('that the network refuses leaves the anonymous visitor as they were, in this page and the next', async () => {
    const side = await talking('before');
    const { value: anonymous } = side.user.appUserId;
    side.decide(offline);
    const told = await side.logIn(at.gives('ann'), 3000);
    expect(told).toMatchObject([
      {
        type: 'LoginFailedError',
        message: 'Authentication failed',
        reason: 'Request failed after 3 retries',
      },
    ]);
    side.decide(() => undefined);
    expect(side.user.appUserId.value).toBe(anonymous);
    await side.start();
    expect(side.texts()).toEqual(['before']);
    const next = tab(side.browser);
    await next.start();
    expect(next.texts()).toEqual(['before']);
    await side.logIn(at.gives('ann'));
    expect(side.texts()).toEqual(['before']);
    expect(side.user.auth.value?.type).toBe('jwt');
  });

  it.each([
    '401 with a page',
    '403 with nothing',
    '404 with other JSON',
    '200 with a page',
    '511 with a page',
  ])(
    'that something else than the service answers, by %s, is tried again until the service does, as one person (login-22)',
    async (name) => {
      const answer = foreignAnswers.get(name) as ForeignAnswer;
      const side = await talking('before');
      const { value: anonymous } = side.user.appUserId;
      const asked: unknown[] = [];
      side.decide(() => new Response(answer.text, { status: answer.status }));
      const told = side.login((give) => {
        asked.push(1);
        give(at.jwtOf('ann'));
      });
      await at.settle();
      await side.write('meanwhile', 140_000);
      expect(told).toMatchObject([{ message: 'Authentication failed', reason: `${answer.status}` }]);
      expect(side.user.appUserId.value).toBe(anonymous);
      expect(side.texts()).toEqual(['before', 'meanwhile (failed)']);
      side.decide(() => undefined);
      await at.settle(82_000);
      expect(told.slice(1)).toEqual([null]);
      expect(side.user.auth.value).toMatchObject({ type: 'jwt', externalId: 'ann' });
      expect(side.texts()).toEqual(['before', 'meanwhile']);
      expect(await heard()).toEqual(['before,meanwhile']);
      const tries = asked.length;
      await at.settle(600_000);
      expect([asked.length, told.length]).toEqual([tries, 2]);
    },
  );

  it.each(['logoutUser', 'loginUser'] as const)(
    'that is tried again ends with %s, and is not made any more (login-22)',
    async (next) => {
      const side = await talking('before');
      side.decide(() => new Response('<html></html>'));
      const told = await side.logIn(at.gives('ann'));
      side.decide(() => undefined);
      if (next === 'logoutUser') side.delivery.logoutUser();
      else side.login(at.gives('bob'));
      await at.settle(600_000);
      expect(told).toHaveLength(1);
      expect(side.user.externalId()).toBe(next === 'logoutUser' ? null : 'bob');
    },
  );

  it('under way lets the anonymous visitor go on writing, and loses nothing of it', async () => {
    const side = await talking('before');
    const { until: gate, release } = hold();
    side.decide((c) => (c.path === '/login' ? gate : undefined));
    const told = await side.logIn(at.gives('ann'));
    await side.write('meanwhile');
    expect(side.texts()).toEqual(['before', 'meanwhile']);
    release();
    await at.settle(120_000);
    expect([told, side.texts()]).toEqual([[null], ['before', 'meanwhile']]);
    expect(await heard()).toEqual(['before,meanwhile']);
  });

  it('in progress merges a visitor who has written meanwhile, with every message', async ({ side }) => {
    const { until: gate, release } = hold();
    side.decide((c) => (c.path === '/login' ? gate : undefined));
    const told = await side.logIn(at.gives('ann'));
    await side.write('first words');
    release();
    await at.settle(120_000);
    expect([told, side.texts()]).toEqual([[null], ['first words']]);
    expect(side.user.auth.value).toMatchObject({ type: 'jwt', externalId: 'ann' });
    expect(await heard()).toEqual(['first words']);
  });

  it('whose answer is lost after it was done keeps conversation and unsent messages all the same', async () => {
    const side = await talking('before');
    let lost = 0;
    side.decide((c) => {
      if (c.path !== '/login' || lost++) return undefined;
      const headers = { authorization: c.authorization ?? '', 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(c.body) };
      const url = `${at.desk.origin}/sc/sdk/v2/apps/${at.desk.appId}/login`;
      return at.desk.fetch(new Request(url, init)).then(offline);
    });
    const told = await side.logIn(at.gives('ann'));
    await side.write('meanwhile', 120_000);
    expect(told).toEqual([null]);
    expect(side.user.auth.value).toMatchObject({ type: 'jwt', externalId: 'ann' });
    expect((await heard()).join().split(',').sort()).toEqual(['before', 'meanwhile']);
  });

  it('again of the same person keeps who they are and what they see', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    await side.write('one');
    const { value: id } = side.user.appUserId;
    expect(side.login(at.gives('ann'))).toEqual([]);
    await at.settle();
    expect([side.user.appUserId.value, side.texts(), side.calls('/logout')]).toEqual([id, ['one'], []]);
  });

  it('answered without a user fails', async ({ side }) => {
    side.decide((c) => (c.path === '/login' ? new Response('{}') : undefined));
    const told = await side.logIn(at.gives('ann'));
    expect(told).toMatchObject([{ message: 'Authentication failed', reason: 'The service gave no user' }]);
    expect(side.seen.filter((c) => c.path !== '/login')).toEqual([]);
  });
});

describe('another person who logs in', () => {
  it('is shown and sends nothing of the one before (login-4)', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    await side.write('of Ann');
    side.decide((c) => (c.path.endsWith('/messages') && c.method === 'POST' ? offline() : undefined));
    await side.write('unsent of Ann', 2000);
    side.decide(() => undefined);
    const told = await side.logIn(at.gives('bob'));
    expect(told).toEqual([null]);
    expect(side.texts()).toEqual([]);
    expect(side.calls('/logout').map((c) => c.authorization)).toEqual([`Bearer ${at.jwtOf('ann')}`]);
    await side.write('of Bob', 120_000);
    expect(side.texts()).toEqual(['of Bob']);
    expect(await heard()).toEqual(['of Ann', 'of Bob']);
    // When Ann logs in again, her unsent message is still there.
    await side.logIn(at.gives('ann'));
    expect(side.texts()).toEqual(['of Ann', 'unsent of Ann']);
    expect(await heard()).toEqual(['of Ann,unsent of Ann', 'of Bob']);
  });

  it('sends no pending retry of the previous user', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    side.decide((c) => (c.path.endsWith('/messages') && c.method === 'POST' ? offline() : undefined));
    await side.write('of Ann');
    side.decide(() => undefined);
    await side.logIn(at.gives('bob'), 5000);
    const posts = side.seen.filter((c) => c.method === 'POST' && c.path.endsWith('/messages'));
    expect(posts.map((c) => c.authorization)).toEqual([`Bearer ${at.jwtOf('ann')}`]);
    expect(await heard()).toEqual([]);
  });

  it('is not logged out by the late answer to the logout of the one before', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    const { until: gate, release } = hold();
    let kept = false;
    side.decide((c) => {
      if (kept || !c.path.endsWith('/logout')) return undefined;
      kept = true;
      return gate;
    });
    side.delivery.logoutUser();
    await at.settle();
    const told = await side.logIn(at.gives('bob'));
    release();
    await at.settle();
    expect(told).toEqual([null]);
    expect(side.user.auth.value).toMatchObject({ type: 'jwt', externalId: 'bob' });
  });

  it('replaces a login under way, of which nothing is ever told (login-3)', async ({ side }) => {
    let late: (jwt: unknown) => void = () => {};
    const first = side.login((give) => {
      late = give;
    });
    await at.settle();
    const second = await side.logIn(at.gives('bob'));
    late(at.jwtOf('ann'));
    await at.settle(5000);
    expect([first, second]).toEqual([[], [null]]);
    expect(side.user.auth.value).toMatchObject({ externalId: 'bob' });
    expect(side.calls('POST /login').map((c) => c.authorization)).toEqual([`Bearer ${at.jwtOf('bob')}`]);
    expect(side.reports).toEqual([]);
  });

  it('than the last token login of this browser gets nothing of later visitors', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    const next = tab(side.browser);
    await next.start();
    await next.write('not signed in');
    await next.logIn(at.gives('bob'));
    expect([next.texts(), await heard()]).toEqual([[], ['not signed in']]);
  });

  it('is not followed by a delayed retry of a login', async ({ side }) => {
    side.decide((c) => (c.authorization === `Bearer ${at.jwtOf('ann')}` ? offline() : undefined));
    const first = await side.logIn(at.gives('ann'));
    side.decide(() => undefined);
    await side.logIn(at.gives('bob'), 5000);
    expect(first).toEqual([]);
    expect(side.calls('POST /login').map((c) => c.authorization)).toEqual([
      `Bearer ${at.jwtOf('ann')}`,
      `Bearer ${at.jwtOf('bob')}`,
    ]);
  });

  it('replaces a login the service is about to answer', async ({ side }) => {
    const { until: gate, release } = hold();
    side.decide((c) => (c.authorization === `Bearer ${at.jwtOf('ann')}` ? gate : undefined));
    const first = await side.logIn(at.gives('ann'));
    expect(side.calls('POST /login')).toHaveLength(1);
    const second = await side.logIn(at.gives('bob'));
    release();
    await at.settle();
    expect([first, second]).toEqual([[], [null]]);
    expect(side.user.auth.value).toMatchObject({ externalId: 'bob' });
    expect(side.reports).toEqual([]);
  });
});

describe('a refused credential', () => {
  it('that has expired is renewed, and the visitor notices nothing', async ({ side }) => {
    let asked = 0;
    await side.logIn((give) => give(at.jwtOf('ann', asked++ ? {} : { exp: at.clock.now() / 1000 + 60 })));
    await at.clock.advance(3_600_000);
    await side.write('still me');
    expect([asked, side.texts(), side.reports]).toEqual([2, ['still me'], []]);
  });

  it('is asked for three times more, and then the visitor is logged out and told so (login-14, login-23)', async () => {
    const side = tab();
    let asked = 0;
    await side.logIn((give) =>
      give(asked++ ? at.worthless('ann') : at.jwtOf('ann', { exp: at.clock.now() / 1000 + 60 })),
    );
    await at.clock.advance(3_600_000);
    await side.write('who am I');
    // Catch-up reads are refused at the same time and may request tokens of their own.
    expect(asked).toBeGreaterThanOrEqual(4);
    expect(asked).toBeLessThanOrEqual(8);
    expect(side.calls('/messages').filter((c) => c.method === 'POST')).toHaveLength(4);
    expect([side.user.auth.value, side.user.appUserId.value]).toEqual([undefined, undefined]);
    expect(side.reports).toContain('401: Failed to authenticate');
    expect(side.log()).toEqual([]);
    const { notice } = side.slices.conversations;
    expect(notice.value).toBe('login_ended');
    await side.logIn(at.gives('ann'));
    expect([side.texts(), notice.value]).toEqual([['who am I'], undefined]);
  });

  it('at the login itself fails the login, after three tries more', async ({ side }) => {
    let asked = 0;
    const told = side.login((give) => {
      asked++;
      give(at.worthless('ann'));
    });
    await at.settle();
    expect([asked, side.calls('POST /login').length]).toEqual([4, 4]);
    expect(told).toMatchObject([{ type: 'LoginFailedError', message: 'Authentication failed' }]);
    expect((told[0] as { reason: string }).reason).toMatch(/^401: /);
    expect(side.reports).toEqual(['401: Failed to authenticate']);
    expect(side.user.auth.value).toBeUndefined();
  });

  it('is not renewed by another user’s token', async ({ side }) => {
    let asked = 0;
    await side.logIn((give) =>
      give(asked++ ? at.jwtOf('bob') : at.jwtOf('ann', { exp: at.clock.now() / 1000 + 60 })),
    );
    await side.write('of Ann');
    await at.clock.advance(3_600_000);
    await side.write('unsent of Ann', 120_000);
    expect(side.seen.filter((c) => c.authorization === `Bearer ${at.jwtOf('bob')}`)).toEqual([]);
    expect(side.reports).toContain('401: Failed to authenticate');
    expect(await heard()).toEqual(['of Ann']);
  });

  it('whose renewal arrives after a logout does not log the user in', async ({ side }) => {
    const late: ((jwt: unknown) => void)[] = [];
    let asked = 0;
    side.login((give) => {
      if (asked++) late.push(give);
      else give(at.jwtOf('ann', { exp: at.clock.now() / 1000 + 60 }));
    });
    await at.settle();
    await at.clock.advance(3_600_000);
    await side.write('hello');
    expect(late).toHaveLength(1);
    side.delivery.logoutUser();
    await at.settle();
    const { length } = side.seen;
    late[0]?.(at.jwtOf('ann'));
    await at.settle(5000);
    expect(side.user.auth.value).toBeUndefined();
    expect(side.seen.slice(length)).toEqual([]);
  });

  it('of a user unknown to the service logs in again and works', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    let refused = 0;
    const unknown = () =>
      Response.json(
        { error: { code: 'user_not_found', description: 'App user not found' } },
        { status: 403 },
      );
    side.decide((c) =>
      c.path.endsWith('/messages') && c.method === 'POST' && !refused++ ? unknown() : undefined,
    );
    await side.write('hello');
    expect(side.calls('POST /login')).toHaveLength(2);
    expect(side.texts()).toEqual(['hello']);
    expect(await heard()).toEqual(['hello']);
  });

  it('of a user who stays unknown to the service logs them out after three logins (login-15)', async () => {
    const side = tab();
    await side.logIn(at.gives('ann'));
    const unknown = () =>
      Response.json(
        { error: { code: 'user_not_found', description: 'App user not found' } },
        { status: 403 },
      );
    side.decide((c) => (c.path.endsWith('/messages') && c.method === 'POST' ? unknown() : undefined));
    await side.write('hello');
    expect(side.calls('POST /login')).toHaveLength(4);
    expect(side.reports).toContain('403: App user not found');
    expect(side.user.auth.value).toBeUndefined();
  });
});

describe('a call that is not this user’s to make', () => {
  it('fails without a new login or a logout', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    const forbidden = () =>
      Response.json({ error: { code: 'forbidden', description: 'Not yours' } }, { status: 403 });
    side.decide((c) => (c.path.endsWith('/messages') && c.method === 'POST' ? forbidden() : undefined));
    await side.write('hello');
    expect(side.texts()).toEqual(['hello (failed)']);
    const sent = side.calls('/messages').filter((c) => c.method === 'POST');
    expect([side.calls('POST /login').length, sent.length]).toEqual([1, 1]);
    expect(side.user.auth.value?.type).toBe('jwt');
    expect(side.reports).toEqual([]);
  });

  it('fails the login that is such a call, and leaves who was there', async () => {
    const side = await talking();
    const { value: id } = side.user.appUserId;
    side.decide((c) =>
      c.path === '/login'
        ? Response.json({ error: { code: 'forbidden', description: 'Not yours' } }, { status: 403 })
        : undefined,
    );
    const told = await side.logIn(at.gives('ann'));
    expect(told).toEqual([
      { type: 'LoginFailedError', message: 'Authentication failed', reason: '403: Not yours' },
    ]);
    expect([side.user.appUserId.value, side.reports]).toEqual([id, []]);
  });
});

describe('a page that is loaded again after a token login', () => {
  it('and logs out before anybody logged in leaves nothing of the login in storage', async () => {
    const browser = createSharedBrowser();
    const first = createLoginSide(at.desk, at.clock, browser);
    await first.logIn(at.gives('ann'));
    first.dispose();
    const ours = () => Object.keys(browser.local).filter((k) => /appUserId|externalId/.test(k));
    expect(ours()).toHaveLength(2);
    const second = createLoginSide(at.desk, at.clock, browser);
    second.delivery.logoutUser();
    await at.settle();
    expect(ours()).toEqual([]);
    second.dispose();
  });

  it('follows a token login in another tab, creates no user, and logs both out', async () => {
    const browser = createSharedBrowser();
    const first = createLoginSide(at.desk, at.clock, browser);
    await first.logIn(at.gives('ann'));
    const second = createLoginSide(at.desk, at.clock, browser);
    await first.logIn(at.gives('bob'));
    const stored = () => browser.local.getItem('ZD-web.appUserId');
    expect(second.seen.map(({ method, path }) => `${method} ${path}`)).not.toContain('POST /appusers');
    expect([second.user.appUserId.value, stored()]).toEqual(Array(2).fill(first.user.appUserId.value));
    second.delivery.logoutUser();
    await at.settle();
    expect([first.user.auth.value?.type, second.user.auth.value?.type]).not.toContain('jwt');
    expect([first.texts(), second.texts(), stored()]).toEqual([[], [], null]);
    for (const side of [first, second]) side.dispose();
  });
});

describe('a supplier', () => {
  const failed = async (supply: (give: (jwt: unknown) => void) => void, ms = 0) => {
    const side = await talking();
    const { value: id } = side.user.appUserId;
    const told = await side.logIn(supply, ms);
    expect([side.user.appUserId.value, side.texts(), side.calls('POST /login')]).toEqual([id, ['hello'], []]);
    expect(side.delivery.authentication.isUserLoggingIn.value).toBe(false);
    return told;
  };
  const error = (reason: string) => [{ type: 'LoginFailedError', message: 'Authentication failed', reason }];

  it('that never answers is waited for 4000 ms (login-9)', async ({ side }) => {
    const told = await side.logIn(() => {}, 3999);
    expect(told).toEqual([]);
    await at.settle(1);
    expect(told).toEqual(error('JWT request did not resolve within an acceptable time'));
    expect(await failed(() => {}, 4000)).toEqual(
      error('JWT request did not resolve within an acceptable time'),
    );
  });

  it.each([undefined, null, 7, {}, ''])(
    'that returns %j gets the error that a JWT must be a string (login-10)',
    async (jwt) => {
      expect(await failed((give) => give(jwt))).toEqual(error('JWT is required and must be a string'));
    },
  );

  it('that throws gets the same error', async () => {
    const told = await failed(() => {
      throw new Error('the publisher’s own');
    });
    expect(told).toEqual(error('JWT is required and must be a string'));
  });

  it.each(['nonsense', 'a.b.c', `x.${btoa('{}')}.y`, `x.${btoa('{"external_id":7}')}.y`])(
    'that gives %j is told that it cannot be read',
    async (jwt) => {
      expect(await failed((give) => give(jwt))).toEqual(error('Error occurred reading from jwt'));
    },
  );

  it('may give a JWT of a person whose id is in any writing', async ({ side }) => {
    const told = await side.logIn(at.gives('Åsa-黒-🎉'));
    expect([told, side.user.externalId()]).toEqual([[null], 'Åsa-黒-🎉']);
  });
});

describe('session auth', () => {
  it('gets the anonymous visitor a token for realtime (login-5)', async () => {
    const side = await talking();
    side.delivery.useSessionAuth();
    await at.settle();
    expect(side.user.auth.value).toMatchObject({ type: 'doorman' });
    expect(side.user.realtimeCredential()).toHaveProperty('websocketToken');
    expect(side.texts()).toEqual(['hello']);
  });

  it('connects no text’s visitor before their token is there, and fetches one (login-5)', async () => {
    let connected = 0;
    const side = createLoginSide(at.desk, at.clock, undefined, {
      async realtimeChunk() {
        const { goLive } = await lazyChunks.realtimeChunk();
        return {
          goLive(deps) {
            connected++;
            return goLive(deps);
          },
        };
      },
    });
    let release = () => {};
    const held = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    side.decide((c) => (c.path.endsWith('/token') ? held : undefined));
    side.delivery.useSessionAuth();
    await side.start();
    await side.write('hello');
    expect([connected, side.user.auth.value?.type, side.texts()]).toEqual([0, 'sessionToken', ['hello']]);
    release();
    await at.settle();
    expect([connected, side.user.auth.value?.type]).toEqual([1, 'doorman']);
    expect(side.calls('/websocket/token')).toHaveLength(1);
  });

  it('refuses a token login (login-2, login-11)', async () => {
    const side = await talking();
    side.delivery.useSessionAuth();
    await at.settle();
    const told = await side.logIn(at.gives('ann'));
    expect(told).toEqual([
      {
        type: 'LoginFailedError',
        message: 'User is already logged in with SessionAuth.',
        reason: 'sessionAuthInUse',
      },
    ]);
    expect(side.user.auth.value?.type).toBe('doorman');
  });
});

describe('a logout', () => {
  it.each([
    ['in the callback of the login', 'logoutUser', {}],
    ['by another person’s login in that callback', 'loginUser', {}],
    ['while the file of the history is on its way', undefined, { history: () => new Promise(() => {}) }],
  ] as const)('is told to the service %s', async (_, next, chunks) => {
    const side = tab(undefined, chunks);
    side.delivery.loginUser(at.gives('ann'), () => {
      if (next === 'logoutUser') void side.delivery.logoutUser();
      if (next === 'loginUser') side.delivery.loginUser(at.gives('bob'), () => {});
    });
    await at.settle();
    if (!next) void side.delivery.logoutUser();
    await at.settle(3000);
    expect(side.calls('/logout').map((c) => c.authorization)).toEqual([`Bearer ${at.jwtOf('ann')}`]);
  });

  it('tells the service of a token login, and forgets the visitor', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    side.delivery.logoutUser();
    await at.settle();
    expect(side.calls('/logout')).toMatchObject([
      { method: 'POST', status: 200, authorization: `Bearer ${at.jwtOf('ann')}` },
    ]);
    expect([side.user.auth.value, side.user.externalId(), side.log()]).toEqual([undefined, null, []]);
    expect(side.delivery.authentication.isUserLoggingOut.value).toBe(false);
  });

  it('of an anonymous visitor sends nothing to the service (login-12)', async () => {
    const side = await talking();
    side.delivery.logoutUser();
    await at.settle();
    expect(side.calls('/logout')).toEqual([]);
    expect([side.user.auth.value, side.log()]).toEqual([undefined, []]);
  });

  it('shows nothing of the visitor any more, even while the network is away', async ({ side }) => {
    await side.logIn(at.gives('ann'));
    await side.write('private');
    side.decide(() => new Promise(() => {}));
    side.delivery.logoutUser();
    await at.settle();
    expect([side.log(), side.user.auth.value]).toEqual([[], undefined]);
  });

  it('ends a login under way, also for those who wait for it', async ({ side }) => {
    const told = await side.logIn(() => {});
    expect(side.delivery.authentication.isUserLoggingIn.value).toBe(true);
    side.delivery.logoutUser();
    await at.settle(5000);
    expect(told).toMatchObject([{ reason: 'The visitor has logged out' }]);
    expect(side.delivery.authentication.isUserLoggingIn.value).toBe(false);
  });
});

describe('another tab', () => {
  it('that logs out also logs this one out, which sends nothing to the service', async () => {
    const one = await talking('hello');
    const two = tab(one.browser);
    await two.start();
    expect(two.texts()).toEqual(['hello']);
    one.delivery.logoutUser();
    await at.settle();
    expect([two.user.appUserId.value, two.log(), two.calls('/logout')]).toEqual([undefined, [], []]);
  });

  it('that starts the conversation has started it here', async () => {
    const browser = createSharedBrowser();
    const two = tab(browser);
    const one = await talking('from the other tab', browser);
    await at.settle();
    expect(two.user.conversationStartedFromAnotherTab.value).toBe(true);
    expect(two.user.appUserId.value).toBe(one.user.appUserId.value);
    expect(two.slices.conversations.active.value?._id).toBe(one.slices.conversations.active.value?._id);
  });

  it('that logs in stays logged in when this one finds its anonymous session over', async () => {
    const one = await talking('hello');
    const two = tab(one.browser);
    await two.start();
    await one.logIn(at.gives('ann'));
    await two.write('from the other tab');
    expect(one.user.auth.value).toMatchObject({ type: 'jwt', externalId: 'ann' });
    expect(one.texts()).toEqual(['hello']);
    expect(
      (await heard())
        .join()
        .split(',')
        .filter((t) => t === 'from the other tab'),
    ).toHaveLength(1);
  });
});

describe('an anonymous session that the support team ended', () => {
  it('starts again as the same person, and unsent messages arrive once (login-16)', async () => {
    const side = await talking('first');
    const { value: before } = side.user.appUserId;
    await at.desk.agent.call('POST', `/users/${before}/expire-sessions`);
    side.say('second');
    await side.write('third', 120_000);
    expect(side.user.appUserId.value).not.toBe(before);
    expect(side.texts()).toEqual(['second', 'third']);
    expect(await heard()).toEqual(['first', 'second,third']);
  });

  it('is found out at the next page too, with what it left unsent', async () => {
    const side = await talking('first');
    side.decide((c) => (c.path.endsWith('/messages') && c.method === 'POST' ? offline() : undefined));
    await side.write('second', 2000);
    side.dispose();
    await at.desk.agent.call('POST', `/users/${side.user.appUserId.value}/expire-sessions`);
    const next = tab(side.browser);
    await next.start(120_000);
    expect(next.texts()).toEqual(['second']);
    expect(await heard()).toEqual(['first', 'second']);
  });
});
