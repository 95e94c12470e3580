import { describe, expect, it, onTestFinished } from 'vitest';
import { hashToken } from '../../examples/support-desk/server/model/tokens';
import { AGENT_RULES } from '../../examples/support-desk/server/routes/agentRules';
import { SCOPES, type Scope } from '../../examples/support-desk/shared/lists';
import { createMemoryDesk, type MemoryDesk } from '../support/memoryDesk';
import { createMemoryVisitor } from '../support/memoryVisitor';
import { BETWEEN, type Guard, ROUTES } from '../support/routeTable';
import { askWithCookie, type SignedInAgent, sessionCookie, signInAgent } from '../support/signInAgent';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const AGENT = '/agent/api';

const routesOf = (...guards: Guard[]): string[] =>
  [...ROUTES].flatMap(([route, of]) => (guards.includes(of) ? [route] : []));
const WITH_KEYS = routesOf('agent');
const SELF = routesOf('self');
const ADMINS = routesOf('admin');
const ALL = [...WITH_KEYS, ...SELF, ...ADMINS];

/** What an agent may not do, though a key with the scope may. */
const ADMINS_AND_KEYS = [
  `POST ${AGENT}/settings`,
  `POST ${AGENT}/settings/restore`,
  `POST ${AGENT}/settings/drafts`,
  `POST ${AGENT}/settings/pictures`,
  `GET ${AGENT}/signing-keys`,
  `POST ${AGENT}/signing-keys`,
  `DELETE ${AGENT}/signing-keys/:id`,
  `POST ${AGENT}/email-links/rotate`,
  `POST ${AGENT}/users/:id/expire-sessions`,
  `POST ${AGENT}/refused-emails/:id/accept`,
  `DELETE ${AGENT}/refused-emails/:id`,
];
/** What every key may do. */
const ANY_KEY = [`GET ${AGENT}/session`, `GET ${AGENT}/agents`];

const scopeOf = (route: string): Scope => {
  if (/\/users\/:id\/conversations$/.test(route)) return 'conversations';
  if (/\/(users|link-requests)(\/|$)/.test(route)) return 'visitors';
  if (/\/(settings|signing-keys|email-links)/.test(route)) return 'settings';
  return /\/(insights(\.csv|\/\w+)?|campaigns|counters)$/.test(route) ? 'insights' : 'conversations';
};

const addKey = async (desk: MemoryDesk, scopes: Scope[]): Promise<string> => {
  const secret = crypto.randomUUID();
  await desk.store.transaction((tx) =>
    tx.putApiKey({
      id: `a-key-${scopes.join('-')}`,
      name: 'k',
      secretHash: hashToken(secret),
      scopes,
      createdBy: 'Ada',
      createdAt: NOW,
      lastUsedAt: null,
    }),
  );
  return secret;
};

const createWorld = async () => {
  const desk = createMemoryDesk({ now: () => NOW, settings: { voice: { enabled: true } } });
  onTestFinished(() => desk.close());
  const visitor = await createMemoryVisitor(desk);
  await visitor.send('private');
  const admin = await signInAgent(desk, { id: 'ada', role: 'admin' }, NOW);
  const agent = await signInAgent(desk, { id: 'ben', name: 'Ben' }, NOW);
  return { desk, visitor, admin, agent };
};
type World = Awaited<ReturnType<typeof createWorld>>;

const pathOf = (w: World, route: string): string =>
  route
    .slice(route.indexOf(AGENT) + AGENT.length)
    .replace(/(users)\/:id/, `$1/${w.visitor.id}`)
    .replace(/(conversations)\/:id/, `$1/${w.visitor.conversationId}`)
    .replace('/agents/:id', '/agents/ben')
    .replace('/me/sessions/:id', `/me/sessions/${w.agent.sessionId}`)
    .replace(/:\w+/g, 'none');

type Ask = SignedInAgent['ask'];

/** Asks all routes, and finds those whose answer has none of these statuses. */
const others = async (
  w: World,
  routes: readonly string[],
  ask: Ask,
  statuses: number[],
  headers: Record<string, string> = {},
): Promise<string[]> => {
  const found: string[] = [];
  for (const route of routes) {
    const [method = ''] = route.split(' ');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const response = await ask(method, pathOf(w, route), body, headers);
    const text = await response.text();
    if (!statuses.includes(response.status) || (response.status > 400 && text.includes('private')))
      found.push(`${route}: ${response.status}`);
  }
  return found;
};

const asKey =
  ({ desk }: World, secret: string): Ask =>
  (method, path, body, headers = {}) =>
    askWithCookie(desk, '')(method, path, body, {
      cookie: '',
      authorization: `Bearer ${secret}`,
      ...headers,
    });

const stateOf = async ({ desk }: World): Promise<string> =>
  JSON.stringify([
    await desk.store.agents(),
    (await desk.store.apiKeys()).map(({ lastUsedAt: _, ...key }) => key),
    await desk.store.invitations(NOW),
    await desk.store.agentSessionsOf('ben', 0),
    await desk.store.auditEntries({ limit: 100 }),
    await desk.store.inbox({ limit: 10, empty: true }),
    await desk.store.signingKeys(),
    await desk.store.refusedMails({ limit: 10 }),
    await desk.store.settingsVersions({ limit: 10 }),
  ]);

/** Expects that all of it is refused, and changes nothing. */
const expectRefused = async (
  w: World,
  routes: readonly string[],
  ask: Ask,
  status: number,
  headers?: Record<string, string>,
): Promise<void> => {
  const before = await stateOf(w);
  expect(await others(w, routes, ask, [status], headers)).toEqual([]);
  expect(await stateOf(w)).toBe(before);
};

it('the rules of the agent API have one for each route, and none for what is no route', () => {
  const desk = createMemoryDesk();
  const found = desk
    .routes()
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => route.includes(`${AGENT}/`) && !BETWEEN.includes(route));
  desk.close();
  const ruled = Object.keys(AGENT_RULES).map((route) => route.replace(' ', ` ${AGENT}`));
  expect(ruled.sort()).toEqual([...new Set(found)].sort());
});

describe('every route of agents', () => {
  const strangers: [string, (w: World) => Promise<Ask> | Ask][] = [
    ['nobody', ({ desk }) => askWithCookie(desk, '')],
    ['a guessed cookie', ({ desk }) => askWithCookie(desk, sessionCookie(desk.origin, 'guessed'))],
    [
      'a hash of the session',
      ({ desk, admin }) => askWithCookie(desk, sessionCookie(desk.origin, hashToken(admin.token))),
    ],
    [
      'the id of a session',
      ({ desk, admin }) => askWithCookie(desk, sessionCookie(desk.origin, admin.sessionId)),
    ],
    ['a session as Bearer', (w) => asKey(w, w.admin.token)],
    ['a key as a cookie', ({ desk }) => askWithCookie(desk, sessionCookie(desk.origin, desk.agentToken))],
    ['the id of a key', (w) => asKey(w, 'AGENT_TOKEN')],
    [
      'an ended session',
      async ({ desk, admin }) => {
        const other = await signInAgent(desk, { id: 'ada' }, NOW);
        await admin.call('DELETE', `/me/sessions/${other.sessionId}`);
        return other.ask;
      },
    ],
    [
      'a session that was not used for 30 days',
      async ({ desk }) => (await signInAgent(desk, { id: 'ada' }, NOW - 30 * DAY)).ask,
    ],
    [
      'an agent who was removed',
      async ({ desk, admin }) => {
        const cleo = await signInAgent(desk, { id: 'cleo', role: 'admin' }, NOW);
        await admin.call('DELETE', '/agents/cleo');
        return cleo.ask;
      },
    ],
    [
      'a key that was removed',
      async (w) => {
        const secret = await addKey(w.desk, [...SCOPES]);
        const { apiKeys } = (await w.admin.call('GET', '/api-keys')) as {
          apiKeys: { id: string; name: string }[];
        };
        await w.admin.call('DELETE', `/api-keys/${apiKeys.find(({ name }) => name === 'k')?.id}`);
        return asKey(w, secret);
      },
    ],
    [
      'a session of another desk',
      async ({ desk }) => {
        const other = await createWorld();
        other.desk.close();
        return askWithCookie(desk, other.admin.cookie);
      },
    ],
  ];

  it.each(strangers)('is refused to %s', async (_name, who) => {
    const w = await createWorld();
    const ask = await who(w);
    await expectRefused(w, ALL, ask, 401);
  });

  it('that belongs to admins is refused to agents', async () => {
    const w = await createWorld();
    await expectRefused(w, [...ADMINS, ...ADMINS_AND_KEYS], w.agent.ask, 403);
  });

  it('is there for admins, and for agents where it belongs to no admin', async () => {
    const w = await createWorld();
    const isLast = (route: string) => /(sign-out|DELETE .*\/(users|agents|me)\/)/.test(route);
    const right = [200, 201, 400, 404];
    const first = ALL.filter((route) => !isLast(route) && !route.endsWith('/signals'));
    const forAgents = first.filter((route) => !ADMINS.includes(route) && !ADMINS_AND_KEYS.includes(route));
    // Of an account without a password, each given one is wrong.
    const wrong = [`POST ${AGENT}/me/password`];
    // Take no JSON.
    const forms = [
      `POST ${AGENT}/conversations/:id/files`,
      `POST ${AGENT}/conversations/:id/pictures`,
      `POST ${AGENT}/saved-reply-files`,
      `POST ${AGENT}/me/face`,
      `POST ${AGENT}/settings/pictures`,
    ];
    // People send what they have written; only programs write while others read.
    const ofPrograms = [`PATCH ${AGENT}/conversations/:id/messages/:messageId`];
    const may = (route: string) => ![...wrong, ...forms, ...ofPrograms].includes(route);
    // A second factor that was not begun cannot be confirmed.
    expect(await others(w, forAgents.filter(may), w.agent.ask, [...right, 409])).toEqual([]);
    expect(await others(w, first.filter(may), w.admin.ask, [...right, 409])).toEqual([]);
    expect(await others(w, wrong, w.admin.ask, [400, 403])).toEqual([]);
    for (const ask of [w.agent.ask, w.admin.ask]) expect(await others(w, ofPrograms, ask, [403])).toEqual([]);
    const form = { 'content-type': 'multipart/form-data; boundary=b' };
    const ofAgents = forms.filter((route) => !ADMINS_AND_KEYS.includes(route));
    expect(await others(w, ofAgents, w.agent.ask, [400], form)).toEqual([]);
    expect(await others(w, forms, w.admin.ask, [400], form)).toEqual([]);
  });

  it.each(SCOPES)('is refused to keys without its scope, and there for those with it: %s', async (scope) => {
    const w = await createWorld();
    const without = await addKey(
      w.desk,
      SCOPES.filter((one) => one !== scope),
    );
    const routes = WITH_KEYS.filter((route) => scopeOf(route) === scope && !ANY_KEY.includes(route));
    await expectRefused(w, routes, asKey(w, without), 403);
    const only = asKey(w, await addKey(w.desk, [scope]));
    const held = (route: string) => route.endsWith('/signals');
    expect(
      await others(
        w,
        routes.filter((r) => !held(r)),
        only,
        [200, 201, 400, 404],
      ),
    ).toEqual([]);
    expect(await others(w, ANY_KEY, only, [200])).toEqual([]);
    const rest = WITH_KEYS.filter((route) => scopeOf(route) !== scope && !ANY_KEY.includes(route));
    await expectRefused(w, rest, only, 403);
  });

  it('that belongs to accounts is refused to keys with every scope', async () => {
    const w = await createWorld();
    await expectRefused(w, [...SELF, ...ADMINS], asKey(w, w.desk.agentToken), 403);
  });
});

describe('a page of another origin, with the cookie of an admin', () => {
  const unsafe = [
    ...ALL,
    ...[...ROUTES.keys()].filter((route) => /POST .*(sign-in|link)/.test(route)),
  ].filter((route) => route.includes(AGENT) && !route.startsWith('GET'));

  it.each([
    'https://evil.example',
    'http://desk.test.evil.example',
    'https://desk.test',
    'http://desk.test:8080',
    'http://DESK.test ',
    'null',
    '',
  ])('is refused with the origin %j', async (origin) => {
    const w = await createWorld();
    await expectRefused(w, unsafe, w.admin.ask, 403, { origin });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/plain; application/json',
    'application/jsonp',
    '',
  ])('and also one of the desk is refused with the content type %j', async (type) => {
    const w = await createWorld();
    const bodied = unsafe.filter((route) => !route.startsWith('DELETE'));
    await expectRefused(w, bodied, w.admin.ask, 403, { 'content-type': type });
  });

  it('is refused whatever it says of itself, and may not delete with the content type of a form', async () => {
    const w = await createWorld();
    for (const site of ['cross-site', 'same-site'])
      await expectRefused(w, ALL, w.admin.ask, 403, { 'sec-fetch-site': site });
    const deletes = unsafe.filter((route) => route.startsWith('DELETE'));
    await expectRefused(w, deletes, w.admin.ask, 403, { 'content-type': 'text/plain' });
  });

  it('gets no cookie along: it is strict, HttpOnly, and of the agents’ pages alone', async () => {
    for (const [origin, path, secure] of [
      ['http://desk.test', '/agent', false],
      ['https://desk.test/support', '/support/agent', true],
    ] as const) {
      const desk = createMemoryDesk({ now: () => NOW, origin });
      // A proxy or the server takes the base path away before.
      const here = { store: desk.store, fetch: desk.fetch, origin: new URL(origin).origin };
      const admin = await signInAgent(here, { role: 'admin' }, NOW);
      const { headers } = await admin.ask('POST', '/sign-out');
      const [cookie = ''] = headers.getSetCookie();
      expect(cookie).toContain('SameSite=Strict');
      expect(cookie).toContain('HttpOnly');
      expect(cookie.split('; ')).toContain(`Path=${path}`);
      expect(cookie.includes('Secure')).toBe(secure);
      expect((await admin.ask('GET', '/session')).status).toBe(401);
      desk.close();
    }
  });
});
