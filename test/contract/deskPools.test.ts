import { beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../examples/support-desk/server/process/clock';
import { createMetrics } from '../../examples/support-desk/server/process/metrics';
import type { Operations, Party, Store } from '../../examples/support-desk/server/store/store';
import { createMemoryDesk } from '../support/memoryDesk';
import { createMemoryVisitor } from '../support/memoryVisitor';
import { BETWEEN, MORE_ROUTES, ROUTES } from '../support/routeTable';
import { askWithCookie, signInAgent } from '../support/signInAgent';
import { addKey } from '../support/sunshineClient';

const NOW = 1_800_000_000_000;
const METRICS_TOKEN = 'a-token-of-metrics';

type Query = { party: Party; name: string };

/** Notes of each operation who waits for it. */
const noting = (store: Store, queries: Query[]): Store => {
  const of = (party: Party): Operations => {
    const noted = Object.entries(store).map(([name, value]) => {
      if (typeof value !== 'function' || name === 'ping' || name === 'close') return [name, value];
      return [
        name,
        (...input: unknown[]) => {
          queries.push({ party, name });
          return (value as (...input: unknown[]) => unknown)(...input);
        },
      ];
    });
    return Object.fromEntries(noted) as Operations;
  };
  return { ...store, ...of('visitors'), for: of };
};

/** Whose pages or programs call a route. What serves built files asks the store nothing. */
const CALLERS: [where: RegExp, caller: 'visitors' | 'others'][] = [
  [/^\/(agent\/api|sc\/v2|metrics|frontendevents)(\/|$)/, 'others'],
  [/^\/(sc\/sdk\/v2|embeddable|api|uploads|channel)\//, 'visitors'],
  [/^\/(health|ready|agent|docs|porch|gallery|times\.\w+|\*)?($|\/)/, 'others'],
];
/** The sum of all files is read once a minute for everybody, and by no connection that a list can hold. */
const SHARED = 'attachmentBytes of desk';

/** Bodies that are right, so that a call does what it is for. */
const BODIES: [end: string, body: object][] = [
  [
    '/sc/v2/apps/:appId/conversations/:id/messages',
    { author: { type: 'business' }, content: { type: 'text', text: 'Hi' } },
  ],
  ['/sc/v2/apps/:appId/conversations/:id/activity', { author: { type: 'business' }, type: 'typing:start' }],
  ['/sdk/v2/apps/:appId/conversations/:id/messages', { message: { type: 'text', text: 'Hello' } }],
  ['/messages', { type: 'text', text: 'Hi' }],
  ['/activity', { activity: { type: 'conversation:read' } }],
  ['/notes', { text: 'Paid twice' }],
  ['/tags', { tags: ['vip'] }],
  ['/saved-replies', { shortcut: 'hi', text: 'Hello' }],
  ['/views', { name: 'Open', shared: true, filter: { view: 'open' } }],
  ['/presence', { inbox: 'an-id', away: false }],
  ['/appusers', { client: { id: 'c', platform: 'web' } }],
  ['/pv', { url: 'https://shop.example/', pageView: {} }],
];
const bodyOf = (route: string): object => BODIES.find(([end]) => route.endsWith(end))?.[1] ?? {};

/** Asks every route as whom it is for, and returns its queries. */
const askAll = async (): Promise<Map<string, Query[]>> => {
  const queries: Query[] = [];
  const desk = createMemoryDesk({
    now: () => NOW,
    settings: { voice: { enabled: true }, messenger: { analytics: true } },
    around: (store) => noting(store, queries),
    app: { demo: true, metrics: await createMetrics(createClock()), metricsToken: METRICS_TOKEN },
  });
  const key = await addKey(desk.store);
  const asked = new Map<string, Query[]>();
  const routes = new Set(desk.routes().map(({ method, path }) => `${method} ${path}`));
  for (const route of routes) {
    const [method = '', path = ''] = route.split(' ');
    const guard = ROUTES.get(route) ?? MORE_ROUTES.get(route) ?? { open: 'nobody has said so' };
    if (BETWEEN.includes(route)) continue;
    // New ones for each, as some routes end a session or delete the visitor.
    const visitor = await createMemoryVisitor(desk);
    await visitor.send('Hello');
    const admin = await signInAgent(desk, { id: 'ada', role: 'admin' }, NOW);
    const authorization =
      guard === 'program'
        ? `Basic ${btoa(`${key.id}:${key.secret}`)}`
        : guard === 'visitor'
          ? `Basic ${btoa(`${visitor.id}:${visitor.ext.sessionToken}`)}`
          : `Bearer ${METRICS_TOKEN}`;
    const filled = path
      .replace(':appId', desk.appId)
      .replace(/:appUserId|(?<=\/users\/):id/, visitor.id)
      .replace(/(?<=\/conversations\/):id/, visitor.conversationId)
      .replace(/:\w+/g, 'none')
      .replace('*', 'none');
    const body = method === 'GET' || method === 'DELETE' ? undefined : bodyOf(route);
    const isOfAgents = ['agent', 'self', 'admin'].includes(String(guard));
    queries.length = 0;
    const answer = isOfAgents
      ? askWithCookie(desk, admin.cookie)(method, filled.slice('/agent/api'.length), body)
      : desk.fetch(
          new Request(desk.origin + filled, {
            method,
            headers: { 'content-type': 'application/json', authorization },
            body: body && JSON.stringify(body),
          }),
        );
    // Signals of a call are waited for.
    await Promise.race([
      answer.then((response) => response.text()),
      new Promise((done) => setTimeout(done, 50)),
    ]);
    asked.set(route, [...queries]);
  }
  desk.close();
  return asked;
};

describe('the connections to the database', () => {
  let asked: Awaited<ReturnType<typeof askAll>>;
  beforeAll(async () => {
    asked = await askAll();
  });

  it('of visitors are used for each route of theirs, and for no other', () => {
    const wrong: string[] = [];
    for (const [route, queries] of asked) {
      const path = route.slice(route.indexOf(' ') + 1);
      const caller = CALLERS.find(([where]) => where.test(path))?.[1];
      for (const { party, name } of queries) {
        const isRight = caller !== undefined && (party === 'visitors') === (caller === 'visitors');
        const query = `${name} of ${party}`;
        if (!isRight && query !== SHARED) wrong.push(`${route}: ${query}`);
      }
    }
    expect(wrong).toEqual([]);
    const silent = [...asked].flatMap(([route, queries]) => (queries.length === 0 ? [route] : []));
    expect(silent.filter((route) => /messages|conversations/.test(route))).toEqual([]);
  });

  it('by which the desk finds who calls, and what agents send, are used for no list or report', () => {
    const partiesOf = (route: string) => [...new Set(asked.get(route)?.map(({ party }) => party))];
    expect(partiesOf('POST /agent/api/conversations/:id/messages')).toEqual(['desk']);
    expect(partiesOf('POST /sc/v2/apps/:appId/conversations/:id/messages')).toEqual(['desk']);
    const READS = [
      'conversations',
      'conversation-counts',
      'users',
      'users/:id',
      'insights',
      'insights.csv',
      'insights/team',
      'insights/ratings',
      'insights/pages',
      'campaigns',
      'users/:id/export',
    ];
    for (const path of READS) {
      const queries = asked.get(`GET /agent/api/${path}`) ?? [];
      const byDesk = queries.flatMap(({ party, name }) =>
        // Figures write what was counted until now.
        party === 'desk' && name !== 'transaction' ? [name] : [],
      );
      expect([path, byDesk]).toEqual([path, ['agentSessionByHash']]);
      expect(queries.length, path).toBeGreaterThan(1);
    }
  });
});
