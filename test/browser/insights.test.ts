import axe from 'axe-core';
import type { BrowserContextOptions, Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { fixture } from '../support/hostPages';
import { openInbox } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const settings = {
  features: { debug: true },
  messenger: { analytics: true, errorReports: true, theme: { primary: '#0b6e4f' } },
};
const { browser, desk, pages } = await setUp({ settings });

const saying = (level: string) =>
  `<script>window.zE = (...args) => zE.q.push(args); zE.q = [['messenger:set', 'cookies', '${level}']];</script>`;

/** Opens a page with the widget and follows what it asks the desk. */
const visit = async (
  head = '',
  before: (page: Page) => Promise<unknown> = async () => {},
  expectedProblems: RegExp[] = [],
) => {
  const opened = await openPage(browser, { expectedProblems });
  const asked: string[] = [];
  const posts: Request[] = [];
  opened.page.on('request', (request) => {
    asked.push(request.url());
    if (request.url().includes('/frontendevents/')) posts.push(request);
  });
  await before(opened.page);
  const html = fixture('plain.html', { DESK: desk.origin, HEAD: head });
  await opened.page.goto(`${pages.serve(html, {}, '/boots')}?size=9`);
  const widget = widgetOf(opened.page);
  await widget.launcher.waitFor();
  return {
    ...opened,
    ...widget,
    posts,
    loaded: (file: string) => asked.some((url) => url.includes(`/${file}.`)),
  };
};

const keysOf = (page: Page) =>
  page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /anal/.test(key)));

/** The store, once what was counted is in it. */
const written = async () => {
  await agent(desk)('GET', '/insights');
  return desk.store;
};
const counted = async () => (await written()).blips(0);

describe('with analytics on', () => {
  it('a visit, an opened window, a conversation and an error are in the inbox, and no file comes before', async () => {
    const visitor = await visit(
      '',
      (page) => page.route('**/porch/*/appearance.js', (route) => route.abort()),
      [/ERR_FAILED/, /theme could not be loaded/],
    );
    await expect.poll(async () => (await counted()).map((row) => row.kind)).toContain('pageView');
    expect([visitor.loaded('analytics'), visitor.loaded('messenger')]).toEqual([true, false]);
    expect(visitor.posts[0]?.headers().cookie).toBeUndefined();
    await visitor.open();
    await visitor.say('Is it waterproof?');
    await replyAs(desk, await conversationWith(desk, 'Is it waterproof?'), 'Yes');
    await expect.poll(async () => (await (await written()).errorReports(9)).length).toBeGreaterThan(0);
    await visitor.page.goto('about:blank');
    await expect.poll(async () => (await counted()).find((row) => row.kind === 'open')?.count).toBe(1);
    await visitor.close();

    const looks: BrowserContextOptions[] = [
      { colorScheme: 'light' },
      { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
    ];
    for (const look of looks) {
      const { page } = await openInbox(browser, desk, look);
      await page.getByRole('button', { name: 'Insights' }).click();
      const byPage = page.getByRole('table', { name: 'By page' });
      await byPage.waitFor();
      const row = byPage.getByRole('row', { name: /\/boots/ });
      expect((await row.getByRole('cell').allTextContents()).map(Number)).toEqual([1, 1, 1]);
      await page.getByRole('region', { name: 'Errors' }).getByText('theme could not be loaded').waitFor();
      await page.evaluate(axe.source);
      const violations = await page.evaluate(async () => {
        const { axe: injected } = window as unknown as { axe: typeof axe };
        const found = await injected.run(document, { resultTypes: ['violations'] });
        return found.violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 160)}`));
      });
      expect(violations).toEqual([]);
      // Nothing is wider than the window, in either direction of writing.
      for (const dir of ['ltr', 'rtl']) {
        const wide = await page.evaluate((value) => {
          document.documentElement.dir = value;
          const box = document.querySelector('.insights-scroll') as HTMLElement;
          return box.scrollWidth - box.clientWidth;
        }, dir);
        expect(wide, dir).toBe(0);
      }
    }
  });

  it.each([
    ['the consent none', saying('none')],
    [
      'Global Privacy Control',
      "<script>Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true })</script>",
    ],
  ])('nothing is sent or stored under %s, and the widget works', async (_name, head) => {
    const visitor = await visit(head);
    await visitor.open();
    await visitor.page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    expect(visitor.posts.filter((post) => !post.url().includes('/errors'))).toEqual([]);
    expect(await keysOf(visitor.page)).toEqual([]);
  });

  it('the page view goes out when the consent is given, and the stored ids go when it is taken back', async () => {
    const { page, posts } = await visit(saying('none'));
    const set = (level: string) =>
      page.evaluate(
        (value) =>
          (window as unknown as { zE: (...args: unknown[]) => void }).zE('messenger:set', 'cookies', value),
        level,
      );
    await set('all');
    await expect.poll(() => posts.length).toBe(1);
    expect((await keysOf(page)).length).toBeGreaterThan(2);
    await set('functional');
    expect(await keysOf(page)).toEqual([]);
  });

  it('the widget works where a blocker refuses the file', async () => {
    const visitor = await visit(
      '',
      (page) => page.route('**/porch/*/analytics.js', (route) => route.abort()),
      [/ERR_FAILED/],
    );
    await visitor.open();
    expect(visitor.posts).toEqual([]);
    expect(visitor.loaded('porch.renew')).toBe(false);
  });
});
