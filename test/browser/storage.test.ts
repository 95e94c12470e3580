import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../scripts/storedKeys.mjs';
import { openPage } from '../support/browser';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, roundTrip, textsAt, widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();

const THROWS = {
  'reading the storage throws': `for (const area of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, area, { get() { throw new DOMException('blocked', 'SecurityError') } });`,
  'there is no storage': `for (const area of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, area, { value: null });`,
  'the storage is full': `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') };`,
  'every call of the storage throws': `for (const name of ['getItem', 'setItem', 'removeItem', 'key'])
    Storage.prototype[name] = () => { throw new Error(name) };`,
};

/** Everything an earlier page has stored, by key. */
const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage, ...sessionStorage }));

/** The words of the empty window about the answer. */
const promise = (page: Page) =>
  widgetOf(page).frame.getByText('You’ll find our reply here', { exact: false });

const FILL = `for (let i = 0, size = 2 ** 20; size >= 1; i++)
  try { localStorage.setItem('theirs' + i, 'x'.repeat(size)); } catch { size /= 2; }`;

const CORRUPT: Record<string, (value: string) => string> = {
  empty: () => '',
  'no JSON': () => '{"half',
  'JSON of another shape': () => '[1,{"a":null}]',
  null: () => 'null',
  'cut short': (value) => value.slice(0, Math.ceil(value.length / 2)),
  'very long': () => 'x'.repeat(3000),
  'odd characters': () => '\u0000é😀/../%2e%2e?#',
};

describe('a page that allows no storage before anything else', () => {
  const NONE = `window.zE = (...args) => zE.q.push(args); zE.q = [['messenger:set', 'cookies', 'none']];`;

  it('neither asks for the visitor of an earlier page nor keeps them, and starts anew (store-4)', async () => {
    const { page } = await openPage(browser, { at: pageWith() });
    await roundTrip(desk, page);
    expect(Object.keys(await stored(page))).not.toEqual([]);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(pageWith(NONE));
    await expect.poll(async () => Object.keys(await stored(page))).toEqual([]);
    await widgetOf(page).launcher.waitFor();
    expect(asked.filter((path) => /appusers|faye/.test(path))).toEqual([]);
    await roundTrip(desk, page);
    await expect.poll(async () => Object.keys(await stored(page))).toEqual([]);
  });
});

describe('a page whose scripts have filled the storage', () => {
  it('has its visitor in the tab’s next pages and windows, sends once, and stores all once there is room (store-8)', async () => {
    const { page } = await openPage(browser, { possibleProblems: [/ERR_INTERNET_DISCONNECTED/] });
    const context = page.context();
    await page.goto(pageWith(FILL));
    await widgetOf(page).open();
    await promise(page).waitFor();
    const id = await roundTrip(desk, page);
    const ours = (area: 'localStorage' | 'sessionStorage', start: string) =>
      page.evaluate(([name, by]) => Object.keys(window[name]).filter((key) => key.startsWith(by)), [
        area,
        start,
      ] as const);
    expect(await ours('localStorage', 'ZD-')).toEqual([]);
    expect((await ours('sessionStorage', 'ZD-~')).filter((key) => !rowOf(key))).toEqual([]);
    // The open window comes back without a click: what is stored counts as intent.
    await page.goto(pageWith('/* the next page */'));
    await widgetOf(page).log.getByText('Answer', { exact: false }).waitFor();
    const before = await textsAt(desk, id);
    const lost = /\/messages$/;
    await context.route(lost, (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    );
    await widgetOf(page).say('Waits');
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => void window.open(address), page.url()),
    ]);
    await widgetOf(opened).message('Waits').waitFor();
    await context.unroute(lost);
    await widgetOf(opened).say('From a window');
    await widgetOf(page).message('From a window').waitFor();
    await widgetOf(page).log.getByText('Not sent yet', { exact: false }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await textsAt(desk, id)).length).toBe(before.length + 2);
    expect((await textsAt(desk, id)).slice(before.length).sort()).toEqual(['From a window', 'Waits']);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('theirs')) localStorage.removeItem(key);
    });
    await page.reload();
    await expect.poll(() => ours('localStorage', 'ZD-web.appU')).toEqual(['ZD-web.appUserId']);
    expect(await ours('sessionStorage', 'ZD-~')).toEqual([]);
  });

  it('has lost its visitor in a window that was elsewhere while they logged out, though that tab is gone (store-7)', async () => {
    const { page } = await openPage(browser, { at: pageWith(FILL) });
    await roundTrip(desk, page);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((address) => void window.open(address), page.url()),
    ]);
    await widgetOf(opened).log.getByText('Answer', { exact: false }).waitFor();
    await opened.goto(pages.serve('<p>no messenger</p>'));
    await page.evaluate(`zE('messenger', 'logoutUser')`);
    await promise(page).waitFor();
    await roundTrip(desk, page);
    await page.close();
    await opened.goto(pageWith('/* back */'));
    await widgetOf(opened).open();
    await promise(opened).waitFor();
    expect(await widgetOf(opened).log.getByText('Answer', { exact: false }).count()).toBe(0);
  });
});

describe('the messenger works', () => {
  for (const [what, script] of Object.entries(THROWS)) {
    it(`when ${what}`, async () => {
      const { page } = await openPage(browser, { at: pageWith(script) });
      await widgetOf(page).open();
      expect(await promise(page).count()).toBe(0);
      const id = await roundTrip(desk, page);
      await widgetOf(page).say('And again');
      await replyAs(desk, id, 'And again to you');
      await widgetOf(page).message('And again to you').waitFor();
    });
  }

  for (const [what, spoil] of Object.entries(CORRUPT)) {
    it(`when what was stored is ${what}`, async () => {
      // The service rejects invalid credentials, and the browser logs the failed requests.
      const opened = await openPage(browser, { possibleProblems: [/status of 40[0134]/] });
      const { page } = opened;
      await page.goto(pageWith());
      await roundTrip(desk, page);
      const before = await stored(page);
      // Each key is in the table of docs/privacy.md.
      expect(Object.keys(before).filter((key) => !rowOf(key))).toEqual([]);
      expect(before['ZD-web.appUserId']).toBeTruthy();
      const spoilt = Object.fromEntries(Object.entries(before).map(([key, value]) => [key, spoil(value)]));
      await page.evaluate((entries) => {
        for (const area of [localStorage, sessionStorage]) {
          for (const [key, value] of Object.entries(entries))
            if (area.getItem(key) !== null) area.setItem(key, value);
          area.setItem('ZD-web.outbox.broken', '{"message":');
          area.setItem('ZD-web.outbox.odd', '{"message":{"text":{}},"appUserId":7}');
          area.setItem('ZD-unknown', '?');
        }
      }, spoilt);
      await page.reload();
      const { composer, launcher, say, message } = widgetOf(page);
      await launcher.waitFor();
      // The window opens without a click if the damaged state has it as open.
      if ((await launcher.getAttribute('aria-expanded')) !== 'true') await launcher.click();
      await composer.waitFor();
      await say(`After ${what}`);
      const id = await conversationWith(desk, `After ${what}`);
      await replyAs(desk, id, `Well after ${what}`);
      await message(`Well after ${what}`).waitFor();
    });
  }
});
