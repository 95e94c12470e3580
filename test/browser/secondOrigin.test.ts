import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { replyAs, roundTrip, widgetOf } from '../support/widget';

/** Requests as the desk saw them, including preflights. */
const answered: string[] = [];

const { browser, desk, pages } = await setUp({
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
      await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
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
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
    await comesLive(page, await roundTrip(desk, page));
  });

  it('sends a preflight before it calls the service', async () => {
    const opened = await openPage(browser);
    const before = answered.length;
    await opened.page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
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
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
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
