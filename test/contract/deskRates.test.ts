import { describe, expect, it } from 'vitest';
import { LIMITS, type LimitName } from '../../examples/support-desk/server/limits/table';
import { startDesk } from '../support/desk';
import { createVisitor } from '../support/deskClient';
import { openLiveSocket } from '../support/liveSocket';
import { forThisFile } from '../support/setUp';
import { askTicket } from '../support/tickets';

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

  it('is refused after 100 wrong API keys, also with the right one, and the tenth is logged', async () => {
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
    expect((await ask(desk.agentToken, '203.0.113.9')).status).toBe(429);
    expect((await ask(desk.agentToken, '203.0.113.10')).status).toBe(200);
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
    // Above the rate the right one counts for nothing either, here and there.
    const late = [subscribe(clientId, await askTicket(desk))];
    expect((await post(address, late))[0]?.error).toBe('401::invalid_auth');
    const session = await from(address, `${desk.origin}/agent/api/session`, {
      method: 'GET',
      body: undefined,
      headers: { authorization: `Bearer ${desk.agentToken}` },
    });
    expect(session.status).toBe(429);
    const elsewhere = [subscribe(clientId, await askTicket(desk))];
    expect((await post('203.0.113.200', elsewhere))[0]?.successful).toBe(true);
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
    expect((await ask([subscribe(clientId, await askTicket(desk))]))[0]?.error).toBe('401::invalid_auth');
    socket.close();
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
