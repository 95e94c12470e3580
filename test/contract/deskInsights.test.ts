import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeInsights } from '../../examples/support-desk/inbox/model/decodeInsights';
import { pageOf } from '../../examples/support-desk/server/domain/insights/insights';
import { type Desk, startDesk } from '../support/desk';
import { agent, createVisitor, sendText } from '../support/deskClient';
import { createInserts } from '../support/deskRows';
import { ENGINES } from '../support/engines';
import { forThisFile } from '../support/forThis';

const DAY = 86_400_000;
const COUNTED = { messenger: { analytics: true, errorReports: true } };
const blip = { buid: 'b', suid: 's', channel: 'web_messenger', version: '1', timestamp: '2027-01-15' };
const view = (url: string) => ({ ...blip, url, pageView: { pageTitle: 'Boots', time: 0, loadTime: 12 } });
const report = {
  level: 'error',
  fingerprint: 'Failed to list conversations|503',
  operation: 'Failed to list conversations',
  reason: '503',
  version: '1.0.0',
  url: 'https://shop.example/boots',
};

describe.each(ENGINES)('the insights on %s', (_name, engine) => {
  let desk: Desk;
  let time = 1_800_000_000_000 - (1_800_000_000_000 % DAY) + DAY / 2;
  beforeAll(async () => {
    desk = await startDesk({ ...engine, now: () => time, settings: COUNTED });
    // Move past what earlier runs left in a shared database.
    while ((await desk.store.blips(Math.floor(time / DAY) - 100)).length > 0) time += 200 * DAY;
  });
  afterAll(() => desk.close());

  const post = async (path: string, body: unknown): Promise<number> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${desk.origin}/frontendevents/${path}?client=porch`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: text,
    });
    return answer.status;
  };
  const insights = async (days = 7) => {
    const { status, body } = await agent(desk)('GET', `/insights?days=${days}`);
    expect(status).toBe(200);
    return decodeInsights(body);
  };

  it('come as a table whose cells no spreadsheet calculates', async () => {
    await post('pv', view('https://shop.example/=1+1'));
    const { status, headers, body } = await agent(desk)('GET', '/insights.csv?days=1');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head, ...lines] = String(body).trimEnd().split('\r\n');
    expect(head).toBe('"day","page","page views","opened","conversations","first answer in seconds"');
    expect(lines).toContain('"","shop.example/=1+1","1","0","0",""');
    for (const line of lines) expect(line).not.toMatch(/(^|,)"[=+@-]/);
    expect((await agent(desk)('GET', '/insights.csv?days=0')).status).toBe(400);
    // What follows counts from nothing.
    time += 100 * DAY;
  });

  it('count page views, opened windows, conversations and their first answers by day and page', async () => {
    await post('pv', view('https://shop.example/boots?email=ada@example.com#sizes'));
    await post('pv', view('https://shop.example/boots'));
    await post('dl', {
      events: ['settings', 'open', 'close', 'open'].map((kind) => ({
        ...blip,
        kind,
        url: 'https://shop.example/boots',
      })),
    });
    time += DAY;
    await post('pv', view('https://shop.example/'));
    const info = { currentUrl: 'https://shop.example/boots' };
    const visitor = await createVisitor(desk, { client: { id: 'browser', platform: 'web', info } });
    await sendText(visitor, 'Hello');
    time += 90_000;
    await agent(desk)('POST', `/conversations/${visitor.conversationId}/messages`, { text: 'Hi' });
    await sendText(visitor, 'Thanks');
    const { days, pages, firstAnswer } = await insights();
    expect(days).toHaveLength(7);
    expect(days.slice(-2)).toEqual([
      expect.objectContaining({ pageViews: 2, opens: 2, conversations: 0, firstAnswer: undefined }),
      expect.objectContaining({ pageViews: 1, opens: 0, conversations: 1, firstAnswer: 90 }),
    ]);
    expect(days.at(-1)?.day).toBe(new Date(time).toISOString().slice(0, 10));
    expect(pages).toEqual([
      { page: 'shop.example/boots', pageViews: 2, opens: 2, conversations: 1 },
      { page: 'shop.example/', pageViews: 1, opens: 0, conversations: 0 },
    ]);
    expect(firstAnswer).toBe(90);
    expect((await insights(1)).days).toHaveLength(1);
    // The medians of each day and of all, however many there are.
    const { addConversation } = createInserts(
      () => desk.store,
      () => {
        throw new Error('not called');
      },
    );
    for (const [day, seconds] of [
      [0, 10],
      [0, 20],
      [-1, 500],
      [-1, 700],
      [-1, 600],
    ] as const) {
      const asked = time + day * DAY;
      await addConversation(visitor.id, { firstAskedAt: asked, firstAnsweredAt: asked + seconds * 1000 });
    }
    await addConversation(visitor.id, { firstAskedAt: time });
    const more = await insights();
    expect(more.days.slice(-3).map((one) => one.firstAnswer)).toEqual([undefined, 600, 20]);
    expect(more.firstAnswer).toBe(90);
  });

  it('count a conversation even after its visitor was deleted', async () => {
    const info = { currentUrl: 'https://shop.example/gone' };
    const visitor = await createVisitor(desk, { client: { id: 'gone', platform: 'web', info } });
    await sendText(visitor, 'Hello');
    const before = await insights();
    expect((await agent(desk)('DELETE', `/users/${visitor.id}`)).status).toBe(200);
    const { days, pages } = await insights();
    expect(days.map((day) => day.conversations)).toEqual(before.days.map((day) => day.conversations));
    expect(days.reduce((all, day) => all + day.conversations, 0)).toBe(
      pages.reduce((all, page) => all + page.conversations, 0),
    );
  });

  it('keep counts for 90 days', async () => {
    expect((await insights(90)).pages).not.toEqual([]);
    time += 91 * DAY;
    await post('pv', view('https://shop.example/new'));
    await insights(1);
    expect(
      await desk.store.blips(0).then((rows) => rows.filter((row) => row.day > time / DAY - 100)),
    ).toEqual([expect.objectContaining({ page: 'shop.example/new', count: 1 })]);
  });

  it('show each case of an error once, with how often it came, the newest first', async () => {
    await post('errors', { reports: [report] });
    time += 1000;
    await post('errors', { reports: [{ ...report, version: '1.0.1' }] });
    time += 1000;
    const other = { ...report, fingerprint: 'other', operation: 'Failed to create conversation' };
    await post('errors', { reports: [other] });
    const { errors } = await insights();
    expect(errors.slice(0, 2)).toMatchObject([
      { operation: 'Failed to create conversation', count: 1, firstAt: time / 1000 },
      {
        operation: 'Failed to list conversations',
        reason: '503',
        version: '1.0.1',
        firstAt: (time - 2000) / 1000,
        lastAt: (time - 1000) / 1000,
      },
    ]);
    expect(errors[1]?.count).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['pv', { ...view('x'.repeat(1001)) }],
    ['pv', { ...view('https://shop.example'), buid: 5 }],
    ['pv', { url: 'https://shop.example', pageView: { loadTime: -1 } }],
    ['pv', { url: 'https://shop.example', pageView: { referrer: 'x'.repeat(1001) } }],
    [
      'dl',
      {
        events: [
          { ...blip, kind: 'open', url: 'https://shop.example' },
          { kind: 'other', url: '' },
        ],
      },
    ],
    ['dl', { events: Array(101).fill({ kind: 'open', url: '' }) }],
    ['errors', { reports: [] }],
    ['errors', { reports: Array(11).fill(report) }],
    ['errors', { reports: [{ ...report, level: 'fatal' }] }],
    ['errors', { reports: [report, { ...report, fingerprint: ' ' }] }],
    ['errors', { reports: [{ ...report, reason: 'x'.repeat(301) }] }],
    ['errors', '{"reports":'],
  ])('take nothing of %s with something wrong in it', async (path, body) => {
    const before = await insights(90);
    expect(await post(path, body)).toBe(400);
    expect(await post(path, JSON.stringify({ ...Object(body), more: 'x'.repeat(100_001) }))).toBe(413);
    expect(await insights(90)).toEqual(before);
  });

  it('say whether anything is counted and reported now', async () => {
    expect((await insights()).counted).toEqual({ views: true, errors: true });
    const quiet = await startDesk();
    const { body } = await agent(quiet)('GET', '/insights');
    expect(body).toMatchObject({ counted: { views: false, errors: false } });
    await quiet.close();
  });

  it('are for agents only, of 1 to 90 days', async () => {
    expect((await fetch(`${desk.origin}/agent/api/insights`)).status).toBe(401);
    expect((await agent(desk)('GET', '/insights?days=0')).status).toBe(400);
    expect((await agent(desk)('GET', '/insights?days=91')).status).toBe(400);
  });
});

describe('the insights of a desk that is flooded', async () => {
  const desk = await forThisFile(startDesk({ settings: COUNTED }));

  it('count further pages together, and keep the newest errors alone', async () => {
    const send = (path: string, body: unknown) =>
      fetch(`${desk.origin}/frontendevents/${path}`, { method: 'POST', body: JSON.stringify(body) });
    for (let at = 0; at < 2200; at += 100) {
      const events = Array.from({ length: 100 }, (_, i) => ({
        kind: 'open',
        url: `https://shop.example/${at + i}`,
      }));
      expect((await send('dl', { events })).status).toBe(204);
    }
    await agent(desk)('GET', '/insights');
    const rows = await desk.store.blips(0);
    expect(rows.length).toBe(2001);
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(2200);
    expect(rows.find((row) => row.page === '')?.count).toBe(200);
    for (let at = 0; at < 510; at += 10) {
      const reports = Array.from({ length: 10 }, (_, i) => ({ ...report, fingerprint: `case ${at + i}` }));
      await send('errors', { reports });
    }
    await agent(desk)('GET', '/insights');
    expect(await desk.store.errorReports(10_000)).toHaveLength(500);
  });
});

it.each([
  ['https://shop.example:8443/a/b?c=d#e', 'shop.example:8443/a/b'],
  ['HTTP://ada:secret@Shop.example', 'shop.example/'],
  ['about:srcdoc', ''],
  ['javascript:alert(1)', ''],
  ['https://', ''],
  [undefined, ''],
  [`https://shop.example/${'a'.repeat(900)}`, `shop.example/${'a'.repeat(187)}`],
])('the page of an address is the host and the path of %s', (url, page) => {
  expect(pageOf(url)).toBe(page);
});

it.each([
  [{}, [404, 404, 404, 204]],
  [{ analytics: false, errorReports: false }, [404, 404, 404, 204]],
  [{ analytics: true }, [204, 204, 404, 204]],
  [{ errorReports: true }, [404, 404, 204, 204]],
])('a desk with %j takes no counts and reports but those that are on', async (messenger, statuses) => {
  const desk = await startDesk({ settings: { messenger } });
  const url = 'https://shop.example/';
  const bodies: [string, unknown][] = [
    ['pv', view(url)],
    ['dl', { events: [{ ...blip, kind: 'open', url }] }],
    ['errors', { reports: [report] }],
    ['dl', { events: [{ ...blip, kind: 'campaignSeen', campaign: 'boots', url }] }],
  ];
  const sent: number[] = [];
  for (const [path, body] of bodies) {
    const init = { method: 'POST', body: JSON.stringify(body) };
    sent.push((await fetch(`${desk.origin}/frontendevents/${path}`, init)).status);
  }
  expect(sent).toEqual(statuses);
  await agent(desk)('GET', '/insights');
  expect((await desk.store.errorReports(9)).length > 0).toBe(statuses[2] === 204);
  expect((await desk.store.blips(0)).length > 0).toBe(statuses[0] === 204);
  await desk.close();
});
