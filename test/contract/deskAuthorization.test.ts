import { describe, expect, onTestFinished, test } from 'vitest';
import { hashToken } from '../../examples/support-desk/server/model/tokens';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { createMetrics } from '../../examples/support-desk/server/process/metrics';
import {
  AGENT_CHANNEL,
  AGENT_LIST_CHANNEL,
  conversationChannel,
} from '../../examples/support-desk/shared/channels';
import { flush } from '../support/fakeClock';
import { type SigningKey, signJwt } from '../support/jwt';
import { createMemoryDesk, type MemoryDesk } from '../support/memoryDesk';
import { callMemoryDesk, createMemoryVisitor, HANDSHAKE, type Reply } from '../support/memoryVisitor';
import { BETWEEN, type Guard, LINK_MAY, MORE_ROUTES, ROUTES } from '../support/routeTable';
import { askTicket } from '../support/tickets';

const NOW = 1_800_000_000;
const KEY: SigningKey = { id: 'shop', secret: 'a-secret-of-more-than-thirty-two-characters' };
const SETTINGS = {
  auth: { signingKeys: [KEY] },
  voice: { enabled: true },
  channels: [{ id: 'wa', type: 'whatsapp', phoneNumber: '4930123456' }],
};
const OTHER_APP = 'elsewhere';
/** What is only in agents' notes. */
const NOTE = 'among ourselves';
const REFUSED = [401, 403, 404];

type Session = { appUserId: string; token: string };
const basic = ({ appUserId, token }: Session): string => `Basic ${btoa(`${appUserId}:${token}`)}`;
const bearer = (token: string): string => `Bearer ${token}`;
const jwtOf = (claims: object = {}, header: object = {}, key = KEY): string =>
  signJwt(key, { external_id: 'victim', exp: NOW + 900, ...claims }, { ...header });

type UserAnswer = { appUser: { _id: string }; conversations: { _id: string }[]; sessionToken: string };
type Conversation = { conversation: { _id: string } };

/** A visitor with two conversations and one of everything that a path can name, and everybody else. */
const createWorld = async () => {
  const desk = createMemoryDesk({ now: () => NOW * 1000, settings: SETTINGS });
  onTestFinished(() => desk.close());
  const own = bearer(jwtOf());
  const login = (await callMemoryDesk(desk, 'POST', '/login', {}, own)).body as UserAnswer;
  const appUserId = login.appUser._id;
  const call = async (method: string, path: string, body?: unknown) =>
    (await callMemoryDesk(desk, method, path, body, own)).body;
  const converse = async () =>
    ((await call('POST', `/appusers/${appUserId}/conversations`, { type: 'personal' })) as Conversation)
      .conversation._id;
  const conversationId = await converse();
  const elsewhereId = await converse();
  await call('POST', `/conversations/${conversationId}/messages`, { message: { text: 'private' } });
  const placed = (await call('POST', `/appusers/${appUserId}/calls`, { lineId: 'default' })) as {
    call: { id: string };
  };

  const form = new FormData();
  form.append('author', JSON.stringify({ role: 'appUser', appUserId }));
  form.append('message', '{}');
  form.append('source', new Blob(['private']), 'boots.txt');
  const sent = await desk.fetch(
    new Request(`${desk.origin}/sc/sdk/v2/apps/${desk.appId}/conversations/${conversationId}/files`, {
      method: 'POST',
      headers: { authorization: own },
      body: form,
    }),
  );
  expect(sent.status).toBe(201);
  const { messages } = (await call('GET', `/conversations/${conversationId}/messages`)) as {
    messages: { mediaUrl?: string }[];
  };

  const actions = [{ type: 'postback', text: 'Yes', payload: 'yes' }];
  const asked = await desk.agent.send(conversationId, { text: 'Shall we?', actions });
  const growing = await desk.agent.send(conversationId, { text: 'private', growing: true });

  /** A session of the visitor that the store has. */
  const session = async (more: {
    kind?: 'session' | 'websocket' | 'link';
    conversationId?: string;
    expiresAt?: number;
  }): Promise<Session> => {
    const token = crypto.randomUUID();
    await desk.store.transaction((tx) =>
      tx.insertSession({
        tokenHash: hashToken(token),
        userId: appUserId,
        kind: 'session',
        conversationId: null,
        clientId: null,
        parentHash: null,
        createdAt: NOW * 1000,
        usedAt: NOW * 1000,
        expiresAt: null,
        ...more,
      }),
    );
    return { appUserId, token };
  };
  const loggedOut = await session({});
  await callMemoryDesk(desk, 'POST', `/appusers/${appUserId}/logout`, {}, basic(loggedOut));
  const other = await createMemoryVisitor(desk);
  const foreignDesk = createMemoryDesk({ now: () => NOW * 1000 });
  const foreign = await createMemoryVisitor(foreignDesk);
  foreignDesk.close();
  for (const id of [conversationId, elsewhereId])
    await desk.agent.call('POST', `/conversations/${id}/notes`, { text: `private ${NOTE}` });
  const { note } = (await desk.agent.call('POST', `/users/${appUserId}/notes`, {
    text: `private ${NOTE}`,
  })) as { note: { _id: string } };
  const key = (await desk.agent.call('POST', '/signing-keys', { name: 'k' })) as {
    signingKey: { id: string };
  };
  const saved = (await desk.agent.call('POST', '/saved-replies', { shortcut: 'hi', text: 'Hello' })) as {
    reply: { _id: string };
  };

  const { view } = (await desk.agent.call('POST', '/views', {
    name: 'Open',
    shared: true,
    filter: { view: 'open' },
  })) as { view: { _id: string } };

  return {
    desk,
    appUserId,
    conversationId,
    session,
    loggedOut,
    other: { appUserId: other.id, token: other.ext.sessionToken },
    foreign: { appUserId: foreign.id, token: foreign.ext.sessionToken },
    owner: await session({}),
    link: await session({ kind: 'link', conversationId: elsewhereId, expiresAt: (NOW + 900) * 1000 }),
    mediaUrl: messages.flatMap(({ mediaUrl }) => mediaUrl ?? [])[0] ?? '',
    ids: {
      callId: placed.call.id,
      elsewhereId,
      growingId: String(growing._id),
      buttonId: (asked.actions as { _id: string }[])[0]?._id ?? '',
      signingKeyId: key.signingKey.id,
      replyId: saved.reply._id,
      viewId: view._id,
      noteId: note._id,
    },
  };
};
type World = Awaited<ReturnType<typeof createWorld>>;

/** The address of a route with the victim's ids. */
const pathOf = (w: World, route: string, appId: string): string => {
  const { ids } = w;
  const path = route.slice(route.indexOf(' ') + 1);
  const id = path.includes('/calls/:id')
    ? ids.callId
    : path.includes('/signing-keys/')
      ? ids.signingKeyId
      : path.includes('/saved-replies/')
        ? ids.replyId
        : path.includes('/views/')
          ? ids.viewId
          : path.includes('/users/:id')
            ? w.appUserId
            : w.conversationId;
  const filled = path
    .replace(':appUserId', w.appUserId)
    .replace(':appId', appId)
    .replace(':clientId', 'client-1')
    .replace(':id', id)
    .replace(':messageId', ids.growingId)
    .replace(':noteId', ids.noteId)
    .replace(':code', 'a-code')
    .replace(':name', 'boots.png');
  return path.endsWith('/contentUrl') ? `${filled}?mediaUrl=${encodeURIComponent(w.mediaUrl)}` : filled;
};

/** Bodies that are right, for routes that look at the body before they look whose conversation it is. */
const bodyOf = (w: World, route: string): string => {
  const bodies: [end: string, body: object][] = [
    ['/messages', { message: { text: 'forged' } }],
    ['/activity', { activity: { type: 'conversation:read' } }],
    ['/postback', { postback: { actionId: w.ids.buttonId } }],
    ['/referral', { signedCampaignData: 'x' }],
  ];
  return JSON.stringify(bodies.find(([end]) => route.endsWith(end))?.[1] ?? {});
};

const ask = async (w: World, route: string, authorization: string | undefined, appId = w.desk.appId) => {
  const [method = ''] = route.split(' ');
  const response = await w.desk.fetch(
    new Request(w.desk.origin + pathOf(w, route, appId), {
      method,
      headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: method === 'GET' ? undefined : bodyOf(w, route),
    }),
  );
  return { status: response.status, text: await response.text() };
};

/** The status, or 'held' for an answer that waits for news, as it does for those who may have it. */
const statusFor = (w: World, route: string, authorization: string): Promise<number | 'held'> =>
  Promise.race([
    ask(w, route, authorization).then(({ status }) => status),
    flush(50).then(() => 'held' as const),
  ]);
const isHeld = (route: string): boolean => /^GET .*\/calls\/:id\/signals$/.test(route);

/** Whoever has no right to the victim's things, with what they send. */
const STRANGERS: [string, (w: World) => string | undefined | Promise<string>][] = [
  ['nobody', () => undefined],
  ['another visitor', (w) => basic(w.other)],
  ['another visitor under the victim’s id', (w) => basic({ ...w.other, appUserId: w.appUserId })],
  ['a visitor of another desk', (w) => basic(w.foreign)],
  ['the visitor with an expired session', async (w) => basic(await w.session({ expiresAt: NOW * 1000 }))],
  ['the visitor with a session that they have logged out of', (w) => basic(w.loggedOut)],
  ['the visitor with a websocket token', async (w) => basic(await w.session({ kind: 'websocket' }))],
  ['a JWT that somebody else has signed', () => bearer(jwtOf({}, {}, { ...KEY, secret: 'guessed' }))],
  ['a JWT without a signature', () => bearer(jwtOf({}, { alg: 'none' }))],
  ['an expired JWT', () => bearer(jwtOf({ exp: NOW - 60 }))],
  ['a JWT without an end', () => bearer(jwtOf({ exp: undefined }))],
  ['a JWT of another user', () => bearer(jwtOf({ external_id: 'stranger' }))],
  ['a hash of the session', (w) => basic({ ...w.owner, token: hashToken(w.owner.token) })],
  ['an empty token', (w) => basic({ ...w.owner, token: '' })],
];

const routesOf = (guard: Guard): string[] =>
  [...ROUTES].flatMap(([route, of]) => (of === guard ? [route] : []));
const VISITORS = routesOf('visitor');
const AGENTS = routesOf('agent');

/** Everything of the victim that agents see. */
const stateOf = async ({ desk, conversationId, appUserId }: World) =>
  JSON.stringify([
    await desk.agent.call('GET', '/conversations?all=1'),
    await desk.agent.call('GET', `/conversations/${conversationId}/messages`),
    await desk.agent.call('GET', `/conversations/${conversationId}/changes`),
    await desk.agent.call('GET', '/signing-keys'),
    await desk.agent.call('GET', '/saved-replies'),
    await desk.agent.call('GET', '/views'),
    await desk.agent.call('GET', '/settings'),
    await desk.agent.call('GET', '/calls'),
    await desk.store.userById(appUserId),
    await desk.store.linkKeys(),
  ]);

/** Asks all routes as one caller, and finds those that are not refused. */
const openTo = async (w: World, routes: readonly string[], who: string | undefined, appId?: string) => {
  const before = await stateOf(w);
  const open: string[] = [];
  for (const route of routes) {
    const { status, text } = await ask(w, route, who, appId);
    if (!REFUSED.includes(status) || text.includes('private')) open.push(`${route}: ${status}`);
  }
  expect(await stateOf(w)).toBe(before);
  w.desk.close();
  return open;
};

const it = test.extend('w', () => createWorld());

describe('the table of routes', () => {
  it('has every route of the desk, with who may call it, and no other', async () => {
    const desk = createMemoryDesk();
    const found = new Set(desk.routes().map(({ method, path }) => `${method} ${path}`));
    desk.close();
    expect([...found].sort()).toEqual([...ROUTES.keys(), ...BETWEEN].sort());
  });

  it('has every route more that a demo and METRICS_TOKEN bring', async () => {
    const app = {
      demo: true,
      metrics: await createMetrics(createClock()),
      metricsToken: 'a token of metrics',
    };
    const desk = createMemoryDesk({ app });
    const found = new Set(desk.routes().map(({ method, path }) => `${method} ${path}`));
    const known = [...ROUTES.keys(), ...BETWEEN];
    expect([...found].filter((route) => !known.includes(route)).sort()).toEqual(
      [...MORE_ROUTES.keys()].sort(),
    );
    for (const authorization of [
      '',
      bearer(desk.agentToken),
      bearer('a token of metric'),
      basic({ appUserId: 'a', token: 'a token of metrics' }),
    ]) {
      const asked = new Request(`${desk.origin}/metrics`, { headers: { authorization } });
      expect((await desk.fetch(asked)).status, authorization).toBe(401);
    }
  });

  it('says of each open route why it is open', () => {
    for (const [route, guard] of [...ROUTES, ...MORE_ROUTES])
      if (typeof guard === 'object') expect(Object.values(guard)[0], route).not.toBe('');
  });
});

describe('every route of visitors', () => {
  it.each(STRANGERS)('is refused to %s', async (_name, who) => {
    const w = await createWorld();
    expect(await openTo(w, VISITORS, await who(w))).toEqual([]);
  });

  it('is refused to agents', async ({ w }) => {
    expect(await openTo(w, VISITORS, bearer(w.desk.agentToken))).toEqual([]);
  });

  it('is refused to the visitor at another app', async ({ w }) => {
    const routes = VISITORS.filter((route) => route.includes(':appId'));
    expect(await openTo(w, routes, basic(w.owner), OTHER_APP)).toEqual([]);
  });

  it('is refused to an email’s link of another conversation, but for what the link needs itself', async () => {
    const w = await createWorld();
    const { conversationId, link } = w;
    const routes = VISITORS.filter((route) => !LINK_MAY.includes(route));
    expect(await openTo(w, routes, basic(link))).toEqual([]);
    for (const route of LINK_MAY) {
      const { text } = await ask(w, route, basic(link));
      expect(text.includes(conversationId), route).toBe(false);
    }
  });

  it.each([
    ['a session', async (w: World) => basic(await w.session({}))],
    ['a JWT', async () => bearer(jwtOf())],
  ] as const)('is there for its visitor with %s', async (_name, who) => {
    const w = await createWorld();
    const refused: string[] = [];
    for (const route of VISITORS) {
      const status = await statusFor(w, route, await who(w));
      const right = [...(isHeld(route) ? ['held'] : []), 200, 201, 400];
      if (!right.includes(status)) refused.push(`${route}: ${status}`);
    }
    expect(refused).toEqual([]);
  });

  it.each([
    ['the visitor', (w: World) => basic(w.owner)],
    ['the visitor with a JWT', () => bearer(jwtOf())],
    ['an email’s link', (w: World) => basic(w.link)],
  ] as const)('has nothing of the notes of agents for %s', async (_name, who) => {
    const w = await createWorld();
    const leaks: string[] = [];
    for (const [route, guard] of ROUTES) {
      if (guard === 'agent' || isHeld(route)) continue;
      if ((await ask(w, route, who(w))).text.includes(NOTE)) leaks.push(route);
    }
    expect(leaks).toEqual([]);
    expect(await stateOf(w)).not.toContain(NOTE);
  });
});

describe('every route of agents', () => {
  it.each([
    ...STRANGERS,
    ['the visitor', (w: World) => basic(w.owner)] as (typeof STRANGERS)[number],
    ['the visitor with a JWT', () => bearer(jwtOf())] as (typeof STRANGERS)[number],
    ['an email’s link', (w: World) => basic(w.link)] as (typeof STRANGERS)[number],
    ['a session token as Bearer', (w: World) => bearer(w.owner.token)] as (typeof STRANGERS)[number],
    ['a signing key’s secret', () => bearer(KEY.secret)] as (typeof STRANGERS)[number],
    [
      'the agent token as Basic',
      (w: World) => basic({ appUserId: 'a', token: w.desk.agentToken }),
    ] as (typeof STRANGERS)[number],
    ['the agent token and more', (w: World) => bearer(`${w.desk.agentToken}x`)] as (typeof STRANGERS)[number],
    [
      'half of the agent token',
      (w: World) => bearer(w.desk.agentToken.slice(0, 5)),
    ] as (typeof STRANGERS)[number],
  ])('is refused to %s', async (_name, who) => {
    const w = await createWorld();
    expect(await openTo(w, AGENTS, await who(w))).toEqual([]);
  });

  it('is there for agents', async ({ w }) => {
    const refused: string[] = [];
    for (const route of AGENTS) {
      const status = await statusFor(w, route, bearer(w.desk.agentToken));
      // There is no such request, client, email or second visitor.
      const missing = /:code|:clientId|\/email$|refused-emails\/:id|:otherId/.test(route) ? [404] : [];
      // The message still grows.
      const growing = route.startsWith('DELETE') && route.endsWith('/:messageId') ? [409] : [];
      const right = [...(isHeld(route) ? ['held'] : []), 200, 201, 400, ...missing, ...growing];
      if (!right.includes(status)) refused.push(`${route}: ${status}`);
    }
    expect(refused).toEqual([]);
  });
});

describe('every route with a secret of its own', () => {
  const secret = [...ROUTES].flatMap(([route, guard]) =>
    typeof guard === 'object' && 'secret' in guard ? [route] : [],
  );

  it.each(secret)('is refused without it: %s', async (route) => {
    const w = await createWorld();
    for (const who of [undefined, basic(w.other)]) {
      const { status, text } = await ask(w, route, route.endsWith('/login') ? undefined : who);
      expect([...REFUSED, 400], text).toContain(status);
    }
    const [method = ''] = route.split(' ');
    for (const token of ['', 'guessed', 'eyJ.eyJ']) {
      const response = await w.desk.fetch(
        new Request(`${w.desk.origin}${pathOf(w, route, w.desk.appId)}?token=${token}`, {
          method,
          headers: { 'content-type': 'application/json', authorization: bearer(token || 'none') },
          body: method === 'GET' ? undefined : JSON.stringify({ token }),
        }),
      );
      expect([...REFUSED, 400]).toContain(response.status);
    }
  });
});

describe('every live channel', () => {
  const AGENT_CHANNELS = [AGENT_CHANNEL, AGENT_LIST_CHANNEL, conversationChannel('a1')];
  /** The answer to a subscription. */
  const subscribe = async (desk: MemoryDesk, subscription: unknown, ext: unknown): Promise<Reply> => {
    const post = async (message: object) => {
      const response = await desk.fetch(
        new Request(`${desk.origin}/faye`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify([message]),
        }),
      );
      return ((await response.json()) as [Reply])[0];
    };
    const { clientId } = await post(HANDSHAKE);
    return post({ channel: '/meta/subscribe', clientId, subscription, ext });
  };
  const channelOf = (w: World) => `/sdk/apps/${w.desk.appId}/appusers/${w.appUserId}`;
  const extOf = (w: World, authorization: string | undefined, appUserId = w.appUserId): object => {
    const common = { appId: w.desk.appId, appUserId };
    if (authorization?.startsWith('Bearer ')) {
      const token = authorization.slice(7);
      return { ...common, jwt: token, ticket: token };
    }
    const token = authorization && atob(authorization.slice(6)).split(':')[1];
    return { ...common, sessionToken: token, ticket: token };
  };
  const strangers = STRANGERS.filter(([name]) => !name.includes('websocket'));

  it.each(strangers)('of a visitor and of agents is refused to %s', async (_name, who) => {
    const w = await createWorld();
    const authorization = await who(w);
    for (const appUserId of [w.appUserId, w.other.appUserId]) {
      const ext = extOf(w, authorization, appUserId);
      for (const channel of [channelOf(w), ...AGENT_CHANNELS, [channelOf(w), AGENT_CHANNEL]])
        expect((await subscribe(w.desk, channel, ext)).successful, String(channel)).toBe(false);
    }
  });

  it('is refused to an email’s link that could hear another conversation', async ({ w }) => {
    expect((await subscribe(w.desk, channelOf(w), extOf(w, basic(w.link)))).error).toMatch(/^403/);
  });

  it('of agents is refused to visitors, and one of a visitor to agents', async ({ w }) => {
    for (const who of [basic(w.owner), bearer(jwtOf())])
      for (const channel of AGENT_CHANNELS)
        expect((await subscribe(w.desk, channel, extOf(w, who))).successful, channel).toBe(false);
    const agent = extOf(w, bearer(await askTicket(w.desk, w.desk.fetch)));
    expect((await subscribe(w.desk, channelOf(w), agent)).successful).toBe(false);
  });

  it('beside these is refused to everybody, wildcards among them', async ({ w }) => {
    const { appId } = w.desk;
    const everything = {
      ...extOf(w, basic(w.owner)),
      jwt: undefined,
    };
    for (const channel of [
      '/**',
      '/*',
      '/desk/*',
      '/desk/**',
      '/desk/agents/*',
      '/desk/list/*',
      '/desk/list/',
      '/desk/conversations',
      '/desk/conversations/',
      '/desk/conversations/*',
      '/desk/conversations/**',
      '/desk/conversations/a/b',
      '/desk/conversations/a\n',
      '/desk/conversations/%2e%2e',
      '/desk/conversations/ä',
      `/desk/conversations/${'a'.repeat(65)}`,
      '/DESK/LIST',
      `/sdk/apps/${appId}/appusers/*`,
      `/sdk/apps/${appId}/appusers/**`,
      `/sdk/apps/*/appusers/${w.appUserId}`,
      `/sdk/apps/${OTHER_APP}/appusers/${w.appUserId}`,
      `${channelOf(w)}/more`,
      `${channelOf(w)}/`,
      `/sdk/apps/${appId}/appusers/${w.other.appUserId}`,
      '/meta/connect',
      '/service/desk',
      '',
    ])
      expect(
        (await subscribe(w.desk, channel, { ...everything, ticket: await askTicket(w.desk, w.desk.fetch) }))
          .successful,
        channel,
      ).toBe(false);
  });

  it('is there for its owner', async ({ w }) => {
    const websocket = await w.session({ kind: 'websocket' });
    for (const who of [basic(w.owner), basic(websocket), bearer(jwtOf())])
      expect(await subscribe(w.desk, channelOf(w), extOf(w, who))).toMatchObject({ successful: true });
    for (const channel of AGENT_CHANNELS)
      expect(
        await subscribe(w.desk, channel, await w.desk.agent.call('POST', '/tickets')),
        channel,
      ).toMatchObject({ successful: true });
  });
});

describe('a page of another site', () => {
  it('cannot call the agent API, whatever it has', async ({ w }) => {
    for (const site of ['cross-site', 'same-origin', 'none', undefined]) {
      const { status } = await w.desk.fetch(
        new Request(`${w.desk.origin}/agent/api/session`, {
          headers: {
            authorization: bearer(w.desk.agentToken),
            ...(site === undefined ? {} : { 'sec-fetch-site': site }),
          },
        }),
      );
      expect([site, status]).toEqual([site, site === 'cross-site' ? 403 : 200]);
    }
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('cannot send %s where the desk takes JSON', async (type) => {
    const w = await createWorld();
    const bodied = [...VISITORS, ...AGENTS].filter(
      (route) => /^(POST|PUT)/.test(route) && !/[/-](files|pictures)$/.test(route),
    );
    const taken: string[] = [];
    for (const route of bodied) {
      const [method = ''] = route.split(' ');
      const response = await w.desk.fetch(
        new Request(w.desk.origin + pathOf(w, route, w.desk.appId), {
          method,
          headers: {
            'content-type': type,
            authorization: AGENTS.includes(route) ? bearer(w.desk.agentToken) : bearer(jwtOf()),
          },
          body: '{"message": {"text": "forged"}}',
        }),
      );
      if (response.status !== 415) taken.push(`${response.status} ${route}`);
    }
    // These read no body.
    expect(taken.map((line) => line.split('/').at(-1)).sort()).toEqual(
      [
        'accept',
        'block',
        'delete',
        'delete',
        'expire-sessions',
        'queue',
        'reopen',
        'rotate',
        'stop',
        'tickets',
        'token',
        'unblock',
        'unlink',
        'wake',
      ].sort(),
    );
  });

  it.each(['text/plain;charset=UTF-8', 'application/json'])(
    'with the messenger can report in the background, as %s',
    async (type) => {
      const desk = createMemoryDesk({ settings: { messenger: { errorReports: true } } });
      const body = JSON.stringify({ reports: [{ kind: 'thrown', operation: 'open' }] });
      const response = await desk.fetch(
        new Request(`${desk.origin}/frontendevents/errors`, {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        }),
      );
      expect(response.status).not.toBe(415);
      desk.close();
    },
  );
});

it('a desk with a public https address tells browsers to use nothing else', async () => {
  const desk = createMemoryDesk();
  // The memory desk's own address is plain.
  const { headers } = await desk.fetch(new Request(`${desk.origin}/health`));
  expect(headers.get('strict-transport-security')).toBe(null);
  desk.close();
  const secure = createMemoryDesk({ origin: 'https://desk.test' });
  for (const path of ['/health', '/embeddable/config', '/agent/api/session', '/nothing']) {
    const response = await secure.fetch(new Request(`${secure.origin}${path}`));
    expect(response.headers.get('strict-transport-security'), path).toBe('max-age=31536000');
  }
  secure.close();
});
