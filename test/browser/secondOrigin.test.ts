import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../examples/support-desk/server/store/store';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { fixture } from '../support/hostPages';
import { createMemoryStore } from '../support/memory/memoryStore';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, roundTrip, textsAt, widgetOf } from '../support/widget';

/** Requests as the desk saw them, including preflights. */
const answered: string[] = [];

const { browser, desk, pages, pageWith } = await setUp({
  onLog(line) {
    const { method, path } = JSON.parse(line) as { method?: string; path?: string };
    if (method) answered.push(`${method} ${path}`);
  },
});

/** Expects an answer to arrive over realtime, that is, without a request for messages. */
const comesLive = async (page: Page, conversationId: string): Promise<void> => {
  const { message } = widgetOf(page);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/messages')) asked += 1;
  });
  let text = '';
  for (let tries = 0; tries < 4; tries += 1) {
    asked = 0;
    text = `Live ${tries}`;
    await replyAs(desk, conversationId, text);
    await message(text).waitFor();
    if (asked === 0) return;
  }
  throw new Error('Every answer came by a call for messages');
};

/** Scripts that run in every frame first, including the hidden frame of the messenger. */
const WITHOUT = {
  nothing: '',
  WebSocket: 'delete window.WebSocket',
  'WebSocket and EventSource': 'delete window.WebSocket; delete window.EventSource',
};

describe('a page of another origin than the desk', () => {
  for (const [missing, script] of Object.entries(WITHOUT)) {
    it(`carries a message each way in a browser without ${missing}`, async () => {
      const { page } = await openPage(browser);
      const transports = new Set<string>();
      page.on('websocket', (socket) => transports.add(new URL(socket.url()).protocol));
      page.on('request', (request) => {
        if (request.url().startsWith(`${desk.origin}/faye`)) transports.add(request.resourceType());
      });
      if (script) await page.addInitScript(script);
      await page.goto(pageWith());
      expect(new URL(page.url()).origin).not.toBe(desk.origin);
      const id = await roundTrip(desk, page);
      await comesLive(page, id);
      expect(transports.has('ws:')).toBe(missing === 'nothing');
      expect(transports.has('eventsource')).toBe(missing === 'WebSocket');
      if (missing === 'WebSocket and EventSource') expect([...transports]).toEqual(['xhr']);
    });
  }

  it('falls back where websockets are there but blocked on the way', async () => {
    const { page } = await openPage(browser);
    await page.routeWebSocket(/faye/, (socket) => socket.close());
    await page.goto(pageWith());
    await comesLive(page, await roundTrip(desk, page));
  });

  it('sends a preflight before it calls the service', async () => {
    const opened = await openPage(browser);
    const before = answered.length;
    await opened.page.goto(pageWith());
    await roundTrip(desk, opened.page);
    const path = `/sc/sdk/v2/apps/${desk.appId}/appusers`;
    expect(answered.slice(before).filter((line) => line.endsWith(path))).toEqual([
      `OPTIONS ${path}`,
      `POST ${path}`,
    ]);
  });
});

describe('an account at another address than the messaging service', () => {
  it('is asked for its configuration, field rules, counts, reports and calls; messages go to the service (http-2)', async () => {
    const { page } = await openPage(browser, {
      expectedProblems: [/status of 404/, /Expected a conversation field/],
    });
    const { hostname } = new URL(desk.origin);
    const other = desk.origin.replace(hostname, hostname === 'localhost' ? '127.0.0.1' : 'localhost');
    await page.route(/embeddable\/config/, async (route) => {
      const response = await route.fetch();
      const config = await response.json();
      Object.assign(config.messenger, {
        baseUrl: `${other}/sc/sdk`,
        analytics: true,
        errorReports: true,
        voice: { enabled: true },
        campaigns: [{ id: 'one', text: 'Hello', rules: [] }],
      });
      await route.fulfill({ response, json: config });
    });
    const asked = new Map<string, Set<string>>();
    page.on('request', (request) => {
      const { host, pathname } = new URL(request.url());
      const [, part = ''] = /^\/(\w+)/.exec(pathname) ?? [];
      asked.set(part, (asked.get(part) ?? new Set()).add(host));
    });
    await page.goto(pageWith());
    await page.evaluate(`zE('messenger:set', 'conversationFields', [{ id: '1', value: 'a' }]);
      zE('messenger', 'forceProactiveMessage', 'one');`);
    await roundTrip(desk, page);
    await expect.poll(() => asked.has('frontendevents')).toBe(true);
    await expect.poll(() => asked.has('faye')).toBe(true);
    const hosts = Object.fromEntries([...asked].map(([part, names]) => [part, [...names]]));
    const [account, service] = [new URL(desk.origin).host, new URL(other).host];
    expect(hosts).toMatchObject({
      embeddable: [account],
      frontendevents: [account],
      porch: [account],
      sc: [service],
      faye: [service],
    });
  });
});

describe('two desks on one origin of pages', () => {
  it('keep their visitors, and get no credential of each other’s, in two tabs at once (visitor-17)', async () => {
    const other = await forThisFile(
      startDesk({
        store: { ...createMemoryStore('other'), integrationId: 'web-0123456789ab' },
        ownIntegration: true,
      }),
    );
    const { page } = await openPage(browser);
    const strangers: string[] = [];
    const sent = new Map<string, string>();
    page.context().on('request', (request) => {
      const { authorization } = request.headers();
      if (!authorization?.startsWith('Basic ')) return;
      const { origin } = new URL(request.url());
      if ((sent.get(authorization) ?? origin) !== origin) strangers.push(request.url());
      sent.set(authorization, origin);
    });
    const shops = [desk, other].map((of, i) => ({
      of,
      address: pages.serve(fixture('plain.html', { DESK: of.origin }), {}, `/shop-${i}`),
      text: `Question ${i}`,
    }));
    const conversations: string[] = [];
    const open = async (tab: Page, { address }: { address: string }) => {
      await tab.goto(address);
      await widgetOf(tab).open();
    };
    for (const shop of shops) {
      await open(page, shop);
      await widgetOf(page).say(shop.text);
      conversations.push(await conversationWith(shop.of, shop.text));
    }
    const tabs = [await page.context().newPage(), await page.context().newPage()];
    for (const [i, shop] of shops.entries()) await open(tabs[i] as Page, shop);
    for (const [i, { of, text }] of shops.entries()) {
      const { log, message, say } = widgetOf(tabs[i] as Page);
      await message(text).waitFor();
      await replyAs(of, conversations[i] as string, `Answer ${i}`);
      await message(`Answer ${i}`).waitFor();
      await say(`More ${i}`);
      expect(await log.getByText(/Question|Answer|More/).allTextContents()).toEqual([
        text,
        `Answer ${i}`,
        `More ${i}`,
      ]);
      await expect
        .poll(() => textsAt(of, conversations[i] as string))
        .toEqual([text, `Answer ${i}`, `More ${i}`]);
    }
    expect(strangers).toEqual([]);
    expect(sent.size).toBeGreaterThan(1);
  });

  it('of an earlier version keep their visitors over an upgrade of both, whichever is visited first (visitor-18)', async () => {
    const stores = [createMemoryStore('first'), createMemoryStore('second')];
    const start = async (i: number, store: Partial<Store>) => {
      const of = await forThisFile(
        startDesk({ store: { ...(stores[i] as Store), ...store }, ownIntegration: true }),
      );
      return { of, address: pages.serve(fixture('plain.html', { DESK: of.origin }), {}, `/upgraded-${i}`) };
    };
    // The first desk's visitor asks for theirs at the second, and is refused once.
    const { page } = await openPage(browser, { possibleProblems: [/status of 401/] });
    const before = await start(0, { integrationId: 'web' });
    await page.goto(before.address);
    await widgetOf(page).open();
    await widgetOf(page).say('Before');
    const id = await conversationWith(before.of, 'Before');
    await widgetOf(page).log.getByText('Sent', { exact: true }).waitFor();
    await widgetOf(page).composer.fill('Half a text');
    await expect.poll(() => page.evaluate(() => Object.values(localStorage))).toContain('Half a text');

    const former = { formerIntegrationId: 'web' };
    const first = await start(0, { integrationId: 'web-aaaaaaaaaaaa', ...former });
    const second = await start(1, { integrationId: 'web-bbbbbbbbbbbb', ...former });
    await page.goto(second.address);
    await widgetOf(page).log.waitFor();
    await widgetOf(page).say('At the second');
    await conversationWith(second.of, 'At the second');
    await widgetOf(page).log.getByText('Sent', { exact: true }).waitFor();
    // What is stored under the former name counts as intent: the window that was open comes back.
    await page.goto(first.address);
    await widgetOf(page).message('Before').waitFor();
    await replyAs(first.of, id, 'After');
    await widgetOf(page).message('After').waitFor();
    const left = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ZD-web.')));
    await expect.poll(left).toEqual([]);
    await page.reload();
    await widgetOf(page).message('After').waitFor();
    await expect.poll(() => widgetOf(page).textBox.inputValue()).toBe('Half a text');
    await page.goto(second.address);
    await widgetOf(page).message('At the second').waitFor();
    expect(await widgetOf(page).textBox.inputValue()).toBe('');
  });
});
