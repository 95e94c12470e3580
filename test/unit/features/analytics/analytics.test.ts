import { describe, expect, test } from 'vitest';
import { createAnalytics } from '../../../../src/features/analytics/createAnalytics';
import { CLOSED_GRACE_MS, SESSION_MS } from '../../../../src/features/analytics/ids';
import { createKeep } from '../../../../src/features/analytics/keep';
import type { Call } from '../../../../src/loader/call';
import { consentAfter, firstConsent, readConsent } from '../../../../src/platform/consentLevel';
import type { ConsentLevel } from '../../../../src/platform/storage';
import { createFakeClock, flush } from '../../../support/fakeClock';
import { createFakeStorage, createFullStorage } from '../../../support/fakeStorage';

type Blip = Record<string, unknown> & { kind?: string; suid: string; buid: string };
type Body = { url: string; pageView?: Record<string, unknown>; events?: Blip[]; suid: string; buid: string };
type Browser = { storage: Storage; clock: ReturnType<typeof createFakeClock> };

const newBrowser = (storage = createFakeStorage()): Browser => ({ storage, clock: createFakeClock() });

let ids = 0;

/** Opens a page of the browser. It is not in the sample of any blip unless `draw` chooses it. */
const openPage = (
  { storage, clock }: Browser,
  more: {
    level?: ConsentLevel;
    url?: string;
    referrer?: string;
    draw?: number;
    began?: number;
    answer?: boolean;
  } = {},
) => {
  const state = {
    level: more.level ?? 'all',
    answer: more.answer ?? true,
    draw: more.draw ?? 0.5,
    settings: { a: 1 },
  };
  const sent: { path: string; body: Body }[] = [];
  const began = more.began ?? clock.now();
  const analytics = createAnalytics({
    page: {
      url: () => more.url ?? 'https://shop.example/boots?size=9',
      title: () => 'Boots',
      referrer: () => more.referrer ?? 'https://search.example/',
      language: () => 'en-US',
      userAgent: () => 'Mozilla/5.0 Test',
      began: () => began,
      loadTime: () => 321.4,
      helpCenter: () => false,
    },
    clock,
    keep: createKeep(
      () => storage,
      () => state.level === 'all',
    ),
    createId: () => `id-${ids++}`,
    random: () => state.draw,
    level: () => state.level,
    post: async (path, body) => {
      sent.push({ path, body: structuredClone(body) as Body });
      return state.answer;
    },
    version: '1.2.3',
    settings: () => state.settings,
    startTime: () => 87.6,
  });
  const of = (path: string) => sent.filter((request) => request.path === path).map(({ body }) => body);
  return {
    ...analytics,
    state,
    sent,
    views: () => of('pv'),
    batches: () => of('dl'),
    /** The events that were sent, after the page is hidden. */
    events: () => {
      analytics.hidden();
      return of('dl').flatMap((body) => body.events ?? []);
    },
  };
};

const it = test.extend('browser', () => newBrowser());

describe('a page view', () => {
  it('tells of the page, the browser and the session, with addresses without query and fragment, cut at 1000 characters (stats-1, stats-4)', async () => {
    const browser = newBrowser();
    const url = `https://shop.example/${'b'.repeat(2000)}?session=1#access_token=2`;
    const referrer = 'https://search.example/found?q=a+name#place';
    const { views } = openPage(browser, { url, referrer });
    expect(views()).toEqual([
      {
        channel: 'web_messenger',
        version: '1.2.3',
        buid: expect.stringMatching(/^id-/),
        suid: expect.stringMatching(/^id-/),
        timestamp: new Date(browser.clock.now()).toISOString(),
        url: url.slice(0, 1000),
        pageView: {
          pageTitle: 'Boots',
          referrer: 'https://search.example/found',
          time: 0,
          loadTime: 321,
          navigatorLanguage: 'en-US',
          userAgent: 'Mozilla/5.0 Test',
          helpCenterDedup: false,
        },
      },
    ]);
  });

  it('tells how long the visitor was on the page before, where they came from it (stats-1)', async () => {
    const browser = newBrowser();
    openPage(browser, { url: 'https://shop.example/a' });
    await browser.clock.advance(7000);
    const second = openPage(browser, { url: 'https://shop.example/b', referrer: 'https://shop.example/a' });
    expect(second.views()[0]?.pageView?.time).toBe(7000);
    await browser.clock.advance(1000);
    expect(openPage(browser).views()[0]?.pageView?.time).toBe(0);
  });

  it('is sent once more after 2000 ms where it did not arrive, and never a third time (stats-2)', async () => {
    const browser = newBrowser();
    const { views } = openPage(browser, { answer: false });
    await browser.clock.advance(1999);
    expect(views()).toHaveLength(1);
    await browser.clock.advance(1);
    expect(views()).toHaveLength(2);
    expect(views()[1]).toEqual(views()[0]);
    await browser.clock.advance(60_000);
    expect(views()).toHaveLength(2);
  });

  it('is sent once where it arrived, and not again where consent was taken back or the widget is gone (stats-8)', async () => {
    const fine = newBrowser();
    const sent = openPage(fine);
    await fine.clock.advance(60_000);
    expect(sent.views()).toHaveLength(1);

    const refused = newBrowser();
    const page = openPage(refused, { answer: false });
    page.state.level = 'none';
    await refused.clock.advance(60_000);
    expect(page.views()).toHaveLength(1);

    const gone = newBrowser();
    const disposed = openPage(gone, { answer: false });
    await flush();
    disposed.dispose();
    expect(gone.clock.pending()).toBe(0);
  });

  it('is not repeated by a later build that takes over the page', ({ browser }) => {
    expect(openPage(browser, { began: 77 }).views()).toHaveLength(1);
    expect(openPage(browser, { began: 77 }).views()).toHaveLength(0);
  });
});

describe('events', () => {
  it('wait for ten of them, and each batch is sent once (stats-3)', async () => {
    const { add, batches } = openPage(newBrowser());
    // The settings are the first.
    for (let at = 0; at < 8; at++) add('open');
    expect(batches()).toHaveLength(0);
    add('close');
    expect(batches().map(({ events }) => events?.length)).toEqual([10]);
    for (let at = 0; at < 10; at++) add('open');
    expect(batches().map(({ events }) => events?.length)).toEqual([10, 10]);
    expect(batches()[1]?.events?.[0]).toMatchObject({
      kind: 'open',
      channel: 'web_messenger',
      version: '1.2.3',
    });
  });

  it('go when the page is hidden and when it is left, and no empty batch goes (stats-3)', () => {
    const { add, hidden, left, batches } = openPage(newBrowser());
    hidden();
    expect(batches()).toHaveLength(1);
    hidden();
    left();
    expect(batches()).toHaveLength(1);
    add('open');
    left();
    expect(batches().map(({ events }) => events?.map((event) => event.kind))).toEqual([
      ['settings'],
      ['open'],
    ]);
  });

  it('tell of the settings once a day, and again when these have changed (stats-5)', async ({ browser }) => {
    const kinds = () =>
      openPage(browser)
        .events()
        .filter((event) => event.kind === 'settings').length;
    expect(kinds()).toBe(1);
    await browser.clock.advance(86_399_000);
    expect(kinds()).toBe(0);
    await browser.clock.advance(1000);
    expect(kinds()).toBe(1);
    const other = openPage(browser, { level: 'none' });
    other.state.settings = { a: 2 };
    other.state.level = 'all';
    other.follow();
    expect(other.events().map((event) => event.settings)).toEqual([{ a: 2 }]);
  });

  it.each([
    [0.0999, true],
    [0.1, false],
  ])('tell of the time until the launcher in one page of ten (draw %s: %s) (stats-6)', (draw, told) => {
    const events = openPage(newBrowser(), { draw }).events();
    expect(events.filter((event) => event.kind === 'initInterval').map((event) => event.interval)).toEqual(
      told ? [88] : [],
    );
  });

  it.each([
    [0.00099, true],
    [0.001, false],
  ])('tell of one call in a thousand (draw %s: %s) (stats-6)', (draw, told) => {
    const page = openPage(newBrowser());
    page.state.draw = draw;
    page.call('messenger.open');
    expect(
      page
        .events()
        .filter((event) => event.kind === 'apiCall')
        .map((event) => event.method),
    ).toEqual(told ? ['messenger.open'] : []);
  });
});

describe('the ids', () => {
  const suidOf = (browser: Browser) => openPage(browser).views()[0]?.suid;

  it('stay the same for the browser, and for the session until 15 minutes without a blip (stats-7)', async () => {
    const browser = newBrowser();
    const first = openPage(browser);
    const { buid, suid } = first.views()[0] as Body;
    await browser.clock.advance(SESSION_MS - 1);
    first.add('open');
    await browser.clock.advance(SESSION_MS - 1);
    first.add('close');
    expect(new Set(first.events().map((event) => event.suid))).toEqual(new Set([suid]));
    await browser.clock.advance(SESSION_MS);
    const next = openPage(browser).views()[0] as Body;
    expect(next.buid).toBe(buid);
    expect(next.suid).not.toBe(suid);
  });

  it('stay those of the session for 30 s after its last tab was closed (stats-7)', async ({ browser }) => {
    const first = openPage(browser);
    const { suid } = first.views()[0] as Body;
    const second = openPage(browser, { began: 2 });
    first.left();
    await browser.clock.advance(CLOSED_GRACE_MS + 1);
    // The other tab is still open.
    second.add('open');
    second.left();
    await browser.clock.advance(CLOSED_GRACE_MS);
    expect(suidOf(browser)).toBe(suid);
  });

  it('are new more than 30 s after the last tab was closed', async ({ browser }) => {
    const first = openPage(browser);
    first.left();
    await browser.clock.advance(CLOSED_GRACE_MS + 1);
    expect(suidOf(browser)).not.toBe(first.views()[0]?.suid);
  });

  it('go on with a page that comes back from the back/forward cache', async ({ browser }) => {
    const first = openPage(browser);
    first.left();
    first.shownAgain();
    await browser.clock.advance(CLOSED_GRACE_MS + 1);
    expect(suidOf(browser)).toBe(first.views()[0]?.suid);
  });

  it('are new where the stored session is nonsense or ends too late', () => {
    for (const text of ['', '{', 'null', '[]', '{"id":1,"expires":9e15}', '{"id":"x","expires":9e15}']) {
      const browser = newBrowser(createFakeStorage({ 'ZD-analytics.suid': text }));
      expect(suidOf(browser)).toMatch(/^id-/);
    }
  });

  it('last for the page alone where the browser keeps nothing', () => {
    const { views, events, add } = openPage(newBrowser(createFullStorage()));
    add('open');
    expect(new Set([...views(), ...events()].map(({ buid, suid }) => `${buid} ${suid}`)).size).toBe(1);
  });
});

describe('the consent', () => {
  const keys = ({ storage }: Browser) => Object.keys(storage);

  it('none sends nothing, keeps nothing, and takes away what was kept (stats-8)', ({ browser }) => {
    openPage(browser);
    expect(keys(browser).sort()).toEqual([
      'ZD-analytics.buid',
      'ZD-analytics.page',
      'ZD-analytics.settings',
      'ZD-analytics.suid',
    ]);
    const page = openPage(browser, { level: 'none', draw: 0 });
    page.add('open');
    page.call('messenger.open');
    page.hidden();
    page.left();
    page.shownAgain();
    expect([page.sent, keys(browser)]).toEqual([[], []]);
  });

  it('functional sends, and keeps nothing: the ids are new on each page', ({ browser }) => {
    const first = openPage(browser, { level: 'functional' });
    const second = openPage(browser, { level: 'functional', began: 2 });
    expect(first.views()).toHaveLength(1);
    expect(second.views()[0]?.buid).not.toBe(first.views()[0]?.buid);
    expect(keys(browser)).toEqual([]);
  });

  it('given later sends the page view then, once', () => {
    const page = openPage(newBrowser(), { level: 'none' });
    page.state.level = 'all';
    page.follow();
    page.follow();
    expect(page.views()).toHaveLength(1);
  });

  it('taken back drops the events that wait, and forgets who the visitor was (stats-8)', ({ browser }) => {
    const page = openPage(browser);
    page.add('open');
    page.state.level = 'none';
    page.follow();
    page.left();
    expect([page.batches(), keys(browser)]).toEqual([[], []]);
    page.state.level = 'all';
    page.follow();
    page.add('open');
    expect(page.events()[0]?.buid).not.toBe(page.views()[0]?.buid);
  });

  it('is read from the calls of the page as the messenger reads it', () => {
    for (const value of ['all', 'functional', 'none', true, false, 'true', 1, null, undefined, {}]) {
      expect(consentAfter('functional', 'messenger:set.cookies', value)).toBe(
        readConsent(value) ?? 'functional',
      );
    }
    expect(consentAfter('all', 'messenger:set.locale', 'none')).toBe('all');
    const call = (value: unknown, cancelled = false) =>
      Object.assign(['messenger:set', 'cookies', value], {
        method: 'messenger:set.cookies',
        cancelled,
      }) as Call;
    expect(firstConsent([])).toBe('all');
    expect(firstConsent([call('none'), call('functional'), call('all', true)])).toBe('functional');
  });
});
