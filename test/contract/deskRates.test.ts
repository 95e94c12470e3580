import { describe, expect, it } from 'vitest';
import { claimedIn } from '../../examples/support-desk/server/http/credentials';
import { createRates } from '../../examples/support-desk/server/http/rates';
import { LIMITS, type LimitName } from '../../examples/support-desk/server/limits/table';
import { keepsText } from '../../examples/support-desk/server/routes/limitedCalls';
import { startDesk } from '../support/desk';
import { basic, createVisitor } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { openLiveSocket } from '../support/liveSocket';
import { askTicket } from '../support/tickets';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const lines: string[] = [];
const desk = await forThisFile(
  startDesk({ settings: { voice: { enabled: true } }, onLog: (line) => lines.push(line) }),
);
const sdk = `${desk.origin}/sc/sdk/v2/apps/${desk.appId}`;

/** A request that a proxy passes on for this address. */
const from = (address: string | undefined, path: string, init: RequestInit = {}) =>
  fetch(path, {
    method: 'POST',
    body: '{}',
    ...init,
    headers: {
      'content-type': 'application/json',
      ...init.headers,
      ...(address ? { 'x-forwarded-for': address } : {}),
    },
  });

/** How many of these requests were answered with each status. */
const statuses = async (count: number, ask: (i: number) => Promise<Response>) => {
  const found: Record<number, number> = {};
  for (let i = 0; i < count; i += 50) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(50, count - i) }, (_, j) =>
        ask(i + j).then(async (answer) => {
          await answer.text();
          return answer.status;
        }),
      ),
    );
    for (const status of answers) found[status] = (found[status] ?? 0) + 1;
  }
  return found;
};

describe('one address', () => {
  it('is refused above its rate of new visitors, with the time to wait, and others are not', async () => {
    const create = (address?: string) =>
      from(address, `${sdk}/appusers`, { body: '{"client":{"id":"a","platform":"web"}}' });
    const { points } = LIMITS.visitors;
    expect(await statuses(points + 10, () => create('203.0.113.1'))).toEqual({ 201: points, 429: 10 });
    const refused = await create('203.0.113.1');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after');
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many' } });
    expect((await create('203.0.113.2')).status).toBe(201);
    // What the sender has written into the header counts for nothing.
    expect((await create('198.51.100.77, 203.0.113.1')).status).toBe(429);
    // The same machine is the operator's.
    expect((await create()).status).toBe(201);
  });

  const counted: [string, string, LimitName, LimitName?][] = [
    ['logins', `${sdk}/login`, 'signIns'],
    ['links', `${sdk}/emaillinks`, 'signIns'],
    ['calls', `${sdk}/appusers/nobody/calls`, 'addressCalls', 'calls'],
    ['signals', `${sdk}/appusers/nobody/calls/one/signals`, 'signals', 'signals'],
    ['files', `${sdk}/conversations/nobody/files`, 'addressUploads', 'uploads'],
    ['messages', `${sdk}/conversations/nobody/messages`, 'addressMessages', 'messages'],
    ['pressed buttons', `${sdk}/conversations/nobody/postback`, 'addressMessages', 'messages'],
    ['conversations', `${sdk}/appusers/nobody/conversations`, 'addressMessages', 'messages'],
    ['typing', `${sdk}/conversations/nobody/activity`, 'addressActivities', 'activities'],
    ['page views', `${desk.origin}/frontendevents/pv`, 'reports'],
    ['events', `${desk.origin}/frontendevents/dl`, 'reports'],
  ];
  it.each(counted)('is refused above its rate of %s', async (name, path, limit) => {
    const { points } = LIMITS[limit];
    // Each has another credential.
    const ask = (i: number) =>
      from(`2001:db8:1:${name.length}::1`, path, { headers: { authorization: `Bearer ${i}` } });
    const found = await statuses(points + 5, limit === 'signals' ? () => ask(0) : ask);
    expect([found[429], Object.keys(found).length]).toEqual([5, 2]);
  });

  const ofVisitors = counted.flatMap(([name, path, , limit]) =>
    limit ? [[name, path, limit] as const] : [],
  );
  it.each(ofVisitors)(
    'has visitors who are each refused above their rate of %s',
    async (name, path, limit) => {
      const { points } = LIMITS[limit];
      const ask = (who: string) =>
        from(`2001:db8:2:${name.length}::1`, path, { headers: { authorization: `Bearer ${who}` } });
      const found = await statuses(points + 5, () => ask(name));
      expect([found[429], Object.keys(found).length]).toEqual([5, 2]);
      expect((await ask('b')).status).not.toBe(429);
    },
  );

  it('is refused above its rate of searches, and still lists and opens conversations', async () => {
    const ask = (query: string) =>
      from('203.0.113.77', `${desk.origin}/agent/api/conversations${query}`, {
        method: 'GET',
        body: undefined,
        headers: { authorization: `Bearer ${desk.agentToken}` },
      });
    const { points } = LIMITS.searches;
    expect(await statuses(points + 5, () => ask('?search=a'))).toEqual({ 200: points, 429: 5 });
    expect((await ask('')).status).toBe(200);
  });

  it('is refused after 100 wrong API keys, but never the right one, and the tenth is logged', async () => {
    const ask = (token: string, address?: string) =>
      from(address, `${desk.origin}/agent/api/session`, {
        method: 'GET',
        body: undefined,
        headers: { authorization: `Bearer ${token}` },
      });
    const warnings = () => lines.filter((line) => line.includes('wrong API keys'));
    for (let i = 0; i < 9; i++) await ask(`wrong${i}`, '203.0.113.9');
    expect(warnings()).toEqual([]);
    await ask('wrong9', '203.0.113.9');
    expect(warnings()).toHaveLength(1);
    expect(JSON.parse(warnings()[0] ?? '{}')).toMatchObject({ level: 40, address: '203.0.113.9' });
    expect((await ask(desk.agentToken, '203.0.113.9')).status).toBe(200);
    expect(await statuses(95, (i) => ask(`more${i}`, '203.0.113.9'))).toMatchObject({ 401: 90, 429: 5 });
    const wrong = await ask('another', '203.0.113.9');
    expect([wrong.status, Number(wrong.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await wrong.json()).toMatchObject({
      error: { code: 'too_many', description: expect.stringContaining('wrong API keys') },
    });
    expect((await ask(desk.agentToken, '203.0.113.9')).status).toBe(200);
    // Without any proxy it is logged, and nobody is locked out.
    for (let i = 0; i < 120; i++) await ask(`here${i}`);
    expect(warnings()).toHaveLength(2);
    expect((await ask(desk.agentToken)).status).toBe(200);
    expect(lines.join('')).not.toContain(desk.agentToken);
  });
});

describe('wrong tickets of live connections', () => {
  type Reply = { clientId?: string; successful?: boolean; error?: string };
  const post = async (address: string, messages: object) => {
    const answer = await from(address, `${desk.origin}/faye`, { body: JSON.stringify(messages) });
    return (await answer.json()) as Reply[];
  };
  const handshake = {
    channel: '/meta/handshake',
    version: '1.0',
    supportedConnectionTypes: ['long-polling'],
  };
  const subscribe = (clientId: string | undefined, ticket: string) => ({
    channel: '/meta/subscribe',
    clientId,
    subscription: '/desk/agents',
    ext: { ticket },
  });

  it.each([1, 20])('count with those of requests, %i in each request', async (batch) => {
    const address = `203.0.113.${100 + batch}`;
    const [{ clientId } = {}] = await post(address, [handshake]);
    const [other] = await post(address, [handshake]);
    const first = await post(address, [subscribe(other?.clientId, await askTicket(desk))]);
    expect(first[0]?.successful).toBe(true);
    for (let sent = 0; sent < 100; sent += batch) {
      const replies = await post(
        address,
        Array.from({ length: batch }, (_, i) => subscribe(clientId, `wrong${sent + i}`)),
      );
      expect(replies.map(({ error }) => error)).toEqual(Array(batch).fill('401::invalid_auth'));
    }
    const warned = lines.filter((line) => line.includes('wrong API keys') && line.includes(address));
    expect(warned).toHaveLength(1);
    // Wrong keys are refused now; a right ticket and a right key are not.
    const ask = (key: string) =>
      from(address, `${desk.origin}/agent/api/session`, {
        method: 'GET',
        body: undefined,
        headers: { authorization: `Bearer ${key}` },
      });
    expect([(await ask('wrong')).status, (await ask(desk.agentToken)).status]).toEqual([429, 200]);
    const late = [subscribe(clientId, await askTicket(desk))];
    expect((await post(address, late))[0]?.successful).toBe(true);
  });

  it('count on a websocket, too', async () => {
    const address = '203.0.113.150';
    const socket = openLiveSocket(desk.origin, { 'x-forwarded-for': address });
    const ask = (messages: object[]) =>
      new Promise<Reply[]>((resolve) => {
        socket.once('message', ({ data }) => resolve(JSON.parse(data)));
        socket.send(JSON.stringify(messages));
      });
    await new Promise((resolve) => socket.once('open', resolve));
    const [{ clientId } = {}] = await ask([{ ...handshake, supportedConnectionTypes: ['websocket'] }]);
    for (let round = 0; round < 5; round++)
      await ask(Array.from({ length: 20 }, (_, i) => subscribe(clientId, `wrong${round}-${i}`)));
    const session = await from(address, `${desk.origin}/agent/api/session`, {
      method: 'GET',
      body: undefined,
      headers: { authorization: 'Bearer wrong' },
    });
    expect(session.status).toBe(429);
    expect((await ask([subscribe(clientId, await askTicket(desk))]))[0]?.successful).toBe(true);
    socket.close();
  });

  it('are told apart from an office above its rate of subscriptions, whose agents subscribe on', async () => {
    const address = '203.0.113.160';
    const [{ clientId } = {}] = await post(address, [handshake]);
    const { points } = LIMITS.subscriptions;
    for (let sent = 0; sent < points; sent += 20)
      await post(
        address,
        Array.from({ length: 20 }, () => ({ ...subscribe(clientId, ''), subscription: '/nowhere' })),
      );
    const [late] = await post(address, [{ ...subscribe(clientId, ''), subscription: '/nowhere' }]);
    expect(late?.error).toMatch(/^429:/);
    const [agents] = await post(address, [subscribe(clientId, await askTicket(desk))]);
    expect(agents?.successful).toBe(true);
  });
});

describe('the text of one address', () => {
  it('has all that visitors’ pages write, but what is not kept', () => {
    const written = desk.routes
      .filter(
        ({ method, path }) =>
          ['POST', 'PUT', 'PATCH'].includes(method) && path.startsWith('/sc/sdk/v2/apps/'),
      )
      .map(({ method, path }) => `${method} ${path.replace('/sc/sdk/v2/apps/:appId', '')}`);
    const free = [...new Set(written)].filter((route) => {
      const [method = '', path = ''] = route.split(' ');
      return !keepsText(method, path);
    });
    expect(free.sort()).toEqual(
      [
        'POST /appusers/:appUserId/calls',
        'POST /appusers/:appUserId/calls/:id/left',
        'POST /appusers/:appUserId/calls/:id/signals',
        'POST /appusers/:appUserId/logout',
        'POST /appusers/:appUserId/websocket/token',
        'POST /conversations/:id/activity',
        'POST /conversations/:id/messages/:messageId/stop',
        'POST /conversations/:id/transcript',
        'POST /emaillinks',
      ].sort(),
    );
  });

  it('is bounded for a day, by its length, and others and readers go on', async () => {
    const limits = {
      addressText: { points: 100, seconds: 86_400 },
      messages: { points: 1000, seconds: 60 },
    };
    const small = await startDesk({ settings: { limits } });
    const visitor = await createVisitor(small);
    const path = `${small.origin}/sc/sdk/v2/apps/${small.appId}/conversations/${visitor.conversationId}/messages`;
    const headers = { authorization: basic(visitor.id, visitor.sessionToken) };
    const say = (address: string, length: number) =>
      from(address, path, {
        headers,
        body: JSON.stringify({
          author: { role: 'appUser', appUserId: visitor.id },
          message: { type: 'text', text: 'hi', metadata: { a: 'x'.repeat(length) } },
        }),
      });
    expect(await statuses(9, () => say('203.0.113.60', 3500))).toEqual({ 201: 9 });
    expect(await statuses(68, () => say('203.0.113.60', 1))).toEqual({ 201: 64, 429: 4 });
    expect((await say('203.0.113.61', 1)).status).toBe(201);
    await small.close();
  });

  it.each(['{}', 'chunked', 'refused'])(
    'is not used up by requests that bring none: %s; who has used it up is told when to go on',
    async (kind) => {
      const small = await startDesk({
        settings: { limits: { addressText: { points: 3, seconds: 86_400 } } },
      });
      const visitor = await createVisitor(small);
      const sdkOf = `${small.origin}/sc/sdk/v2/apps/${small.appId}`;
      const say = (length: number) =>
        from('203.0.113.62', `${sdkOf}/conversations/${visitor.conversationId}/messages`, {
          headers: { authorization: basic(visitor.id, visitor.sessionToken) },
          body: JSON.stringify({
            author: { role: 'appUser', appUserId: visitor.id },
            message: { type: 'text', text: 'x'.repeat(length) },
          }),
        });
      const stream = () => ({ body: new Blob([]).stream(), duplex: 'half' }) as RequestInit;
      for (let i = 0; i < 20; i++)
        await from(
          '203.0.113.62',
          `${sdkOf}/login`,
          {
            '{}': {},
            chunked: stream(),
            refused: { body: JSON.stringify({ client: 'x'.repeat(9000) }) },
          }[kind],
        );
      expect((await say(3000)).status).toBe(201);
      const refused = await say(1);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300']);
      expect(await refused.json()).toMatchObject({
        error: { code: 'too_many', description: expect.stringContaining('as much text as it may in a day') },
      });
      await small.close();
    },
  );
});

describe('one credential', () => {
  const basic = (text: string) => Buffer.from(text).toString('base64');
  const spelled = (text: string, i: number): string => {
    const word = Array.from('basic', (letter, at) => (i & (1 << at) ? letter.toUpperCase() : letter)).join(
      '',
    );
    return `${word} ${basic(text).replace(/=*$/, '='.repeat(i >> 5))}`;
  };

  it.each([
    ['messages', `${sdk}/conversations/nobody/messages`, 'messages'],
    ['signals', `${sdk}/appusers/nobody/calls/one/signals`, 'signals'],
  ] as const)('has one count of %s, however it is spelled', async (name, path, limit) => {
    const { points } = LIMITS[limit];
    const ask = (i: number) =>
      from(`2001:db8:3:${name.length}::1`, path, { headers: { authorization: spelled('who:secret', i) } });
    expect((await statuses(points + 5, ask))[429]).toBe(5);
  });

  it('of a program has one count, too, with one of its address behind it', async () => {
    const limits = {
      integrationCalls: { points: 4, seconds: 60 },
      addressIntegrationCalls: { points: 6, seconds: 60 },
    };
    const small = await startDesk({ settings: { limits } });
    const path = `${small.origin}/sc/v2/apps/${small.appId}/users/nobody`;
    const ask = (who: string, i: number) =>
      from('203.0.113.8', path, { headers: { authorization: spelled(`${who}:secret`, i) } });
    expect(await statuses(7, (i) => ask('one', i))).toEqual({ 401: 4, 429: 3 });
    expect(await statuses(4, (i) => ask(`another ${i}`, i))).toEqual({ 401: 2, 429: 2 });
    await small.close();
  });

  it('has one hash in each of its spellings, and no other has it', () => {
    const spellings = [
      ...Array.from({ length: 200 }, (_, i) => spelled('ana:s', i)),
      `Basic ${basic('ana:s').replace(/=/g, '')}`,
      `basic ${Buffer.from('ana:s').toString('base64url')}`,
    ];
    expect(new Set(spellings.map(claimedIn)).size).toBe(1);
    const others = ['ana:t', 'ana:', 'an:a:s', 'ANA:s', 'ana:s ', 'bob:s'].map(
      (text) => `Basic ${basic(text)}`,
    );
    expect(new Set([...others, 'Bearer ana', 'Bearer ANA', spellings[0]].map(claimedIn)).size).toBe(9);
    expect(['Basic', 'Basic ', 'Basic !', 'Bearer', 'Digest a', '', undefined].map(claimedIn)).toEqual(
      Array(7).fill(undefined),
    );
  });
});

describe('an office of 200 agents', () => {
  const of = (address: string) => ({
    headers: { 'x-forwarded-for': address },
    socket: { remoteAddress: '127.0.0.1' },
  });

  it('has places for their live connections beside those of its visitors', () => {
    const rates = createRates({ log: silent, sockets: () => 20 });
    const open = (account?: string) => {
      const request = of('203.0.113.5');
      const free = rates.takePlace(request);
      if (free && account) rates.movePlace(account, request);
      return free;
    };
    const agents = Array.from({ length: 200 }, (_, i) => open(`agent:${i}`));
    expect(agents.filter(Boolean)).toHaveLength(200);
    const visitors = Array.from({ length: 25 }, () => open());
    expect(visitors.filter(Boolean)).toHaveLength(20);
    // An agent has as many as an address; more count for the address, which is full.
    visitors[0]?.();
    for (let i = 0; i < 19; i++) {
      const free = open('agent:7');
      expect(free).toBeTypeOf('function');
    }
    open('agent:7');
    expect(open('agent:8')).toBeUndefined();
    agents[8]?.();
    agents[8]?.();
    expect(open('agent:8')).toBeUndefined();
    visitors[1]?.();
    expect(open('agent:8')).toBeTypeOf('function');
  });

  it('moves a live connection to its agent with the first ticket, on the desk, too', async () => {
    const small = await startDesk({ settings: { limits: { sockets: 2 } } });
    const connect = async (ticket?: string) => {
      const socket = openLiveSocket(small.origin, { 'x-forwarded-for': '203.0.113.6' });
      const opened = await new Promise<boolean>((resolve) => {
        socket.once('open', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      if (!opened || !ticket) return opened;
      const ask = (messages: object[]) =>
        new Promise<{ clientId?: string; successful?: boolean }[]>((resolve) => {
          socket.once('message', ({ data }) => resolve(JSON.parse(data)));
          socket.send(JSON.stringify(messages));
        });
      const shake = { channel: '/meta/handshake', version: '1.0', supportedConnectionTypes: ['websocket'] };
      const [{ clientId } = {}] = await ask([shake]);
      const subscribe = { channel: '/meta/subscribe', clientId, subscription: '/desk/list', ext: { ticket } };
      return (await ask([subscribe]))[0]?.successful;
    };
    for (let i = 0; i < 2; i++) expect(await connect(await askTicket(small))).toBe(true);
    expect([await connect(), await connect(), await connect()]).toEqual([true, true, false]);
    await small.close();
  });
});

describe('every answer', () => {
  it('is read as its own type only', async () => {
    const visitor = await createVisitor(desk);
    const paths = [
      '/health',
      '/embeddable/config',
      '/embeddable/messaging/custom_ticket_fields',
      '/',
      '/gallery/',
      '/times.html',
      '/agent/',
      '/nothing',
      '/channel/nobody',
      '/channel/nobody/messages',
      '/frontendevents/pv',
      '/agent/api/session',
      `/sc/sdk/v2/apps/${desk.appId}/appusers/${visitor.id}`,
    ];
    for (const path of paths) {
      const { headers } = await fetch(desk.origin + path);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    }
  });

  it('of a page has a policy, and no other site frames the demo and the gallery', async () => {
    for (const path of ['/', '/gallery/', '/times.html', '/agent/', '/channel/nobody']) {
      const { headers } = await fetch(desk.origin + path);
      const policy = headers.get('content-security-policy');
      expect([path, policy]).toEqual([path, expect.stringMatching(/^default-src '(self|none)'/)]);
      // The sample of an extension's page is shown in a frame of the publisher's page.
      expect([path, /frame-ancestors '(self|none)'/.test(policy ?? '')]).toEqual([
        path,
        path !== '/times.html',
      ]);
    }
  });

  it('that its sender does not wait for leaves no error in the log', async () => {
    lines.length = 0;
    for (const path of [
      `${sdk}/appusers`,
      `${sdk}/login`,
      `${desk.origin}/channel/x`,
      `${desk.origin}/frontendevents/pv`,
    ]) {
      const cut = new AbortController();
      const body = new ReadableStream({
        pull: (to) => {
          to.enqueue(new TextEncoder().encode('{'));
          setImmediate(() => cut.abort());
          return new Promise(() => {});
        },
      });
      await from(undefined, path, { body, signal: cut.signal, duplex: 'half' } as RequestInit).catch(
        () => {},
      );
    }
    // A request that comes later has its line later.
    await fetch(`${desk.origin}/health?last`);
    await expect.poll(() => lines.some((line) => line.includes('/health'))).toBe(true);
    expect(lines.filter((line) => Number(JSON.parse(line).level) >= 50)).toEqual([]);
  });
});
