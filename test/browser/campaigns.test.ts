import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage, type PageOptions } from '../support/browser';
import { agent } from '../support/deskClient';
import { fixture } from '../support/hostPages';
import { openInbox } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, textsAt, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const TEXT = 'Shall we help you to find the right size?';
const STUB =
  '<script>told = []; window.zE = (...args) => zE.q.push(args); zE.q = ["Displayed", "Clicked"].map((name) => ["messenger:on", "proactiveMessage" + name, ({ payload }) => told.push(name + payload.campaignId)]);</script>';

/** Opens a page of a shop on another origin. */
const visit = async (
  options: PageOptions = {},
  before: (page: Page) => Promise<unknown> = async () => {},
) => {
  const opened = await openPage(browser, options);
  await before(opened.page);
  await opened.page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD: STUB }), {}, '/shop'));
  const widget = widgetOf(opened.page);
  await opened.page.locator('[data-porch] .l').waitFor();
  const area = opened.page.getByRole('region', { name: 'Message from us' });
  return {
    ...opened,
    ...widget,
    area,
    text: area.getByRole('button', { name: TEXT }),
    dismiss: area.getByRole('button', { name: 'Dismiss message' }),
    told: () => opened.page.evaluate('told'),
    go: (path: string) => opened.page.evaluate((to) => history.pushState(null, '', to), path),
  };
};

const violations = async (page: Page, context: object): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (where) => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(where as never, { resultTypes: ['violations'], iframes: false });
    return found.violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 160)}`));
  }, context);
};

const save = async (campaigns: object[], more: object = {}) => {
  const { body } = await agent(desk)('GET', '/settings');
  const { version: base } = body as unknown as { version: number };
  const { status } = await agent(desk)('POST', '/settings', {
    base,
    value: { messenger: { campaigns, ...more } },
  });
  expect(status).toBe(200);
};

/** What the preview's page has, so that a failure says where it got to. */
const inPreview = async (page: Page): Promise<string> => {
  const state = await page
    .frames()
    .find((frame) => frame.url().includes('/preview/'))
    ?.evaluate(() => {
      const host = document.querySelector('[data-porch]');
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      return [
        location.search,
        document.visibilityState,
        host?.outerHTML,
        host?.shadowRoot?.querySelector('section')?.textContent,
        JSON.stringify(sessionStorage),
        ...names.map((name) => name.replace(/.*[/]/, '')),
      ];
    })
    .catch((error) => [String(error)]);
  const told = await page.locator('.settings-preview [role=status]').textContent();
  return [told, ...(state ?? ['no frame'])].join('\n');
};

describe('a campaign', () => {
  it('is not shown where campaigns are switched off (camp-11)', async () => {
    const campaigns = [{ id: 'off', text: TEXT, rules: [{ on: 'time', value: 3600 }] }];
    const served = async () => {
      const { messenger } = await (await fetch(`${desk.origin}/embeddable/config`)).json();
      return [messenger.campaigns?.length, messenger.proactiveMessagingEnabled];
    };
    await save(campaigns, { proactiveMessagingEnabled: false });
    expect(await served()).toEqual([undefined, false]);
    await save(campaigns);
    expect(await served()).toEqual([1, undefined]);
    const force = (page: Page) => page.evaluate("zE('messenger', 'forceProactiveMessage', 'off')");

    const on = await visit();
    await force(on.page);
    await on.text.waitFor();
    await on.close();

    // Another service may send them all the same.
    const off = await visit({}, (page) =>
      page.route(/embeddable\/config/, async (route) => {
        const response = await route.fetch();
        const config = await response.json();
        config.messenger.proactiveMessagingEnabled = false;
        await route.fulfill({ response, json: config });
      }),
    );
    await force(off.page);
    await off.launcher.click();
    await off.log.waitFor();
    await off.launcher.click();
    expect(await off.area.count()).toBe(0);
    await save([]);
  });

  it('is written with a preview, comes on its page of a single-page shop, is answered, and has its figures', async () => {
    const { page } = await openInbox(browser, desk);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('navigation').getByRole('button', { name: 'Campaigns' }).click();
    await page.getByRole('button', { name: 'Add a campaign' }).click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(TEXT);
    await page.getByRole('textbox', { name: 'Who writes it' }).fill('Ada');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('textbox', { name: 'Rule 1: address' }).fill('/boots');
    const preview = page.frameLocator('iframe[title="Page with the messenger"]');
    await expect.poll(() => inPreview(page)).toContain(TEXT);
    await preview.getByRole('region', { name: 'Message from us' }).getByText(TEXT).waitFor();
    expect(await violations(page, { exclude: ['.preview-stage'] })).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved\./).waitFor();

    const visitor = await visit();
    await visitor.go('/boots?size=9');
    await visitor.text.click();
    await visitor.message(TEXT).waitFor();
    expect(await visitor.area.count()).toBe(0);
    await visitor.say('Yes, size 9');
    const conversation = await conversationWith(desk, 'Yes, size 9');
    expect(await textsAt(desk, conversation)).toEqual([TEXT, 'Yes, size 9']);
    await replyAs(desk, conversation, 'Gladly');
    await visitor.message('Gladly').waitFor();
    expect(await visitor.told()).toEqual([
      expect.stringMatching(/^Displayed\w+$/),
      expect.stringMatching(/^Clicked\w+$/),
    ]);
    // It never comes again, in the browser's next visit.
    await visitor.go('/shop');
    const loaded = visitor.page.waitForResponse(/\/campaigns\./);
    await visitor.page.reload();
    await loaded;
    await visitor.go('/boots');
    await expect
      .poll(async () => {
        const { body } = await agent(desk)('GET', '/campaigns');
        return (body as unknown as { campaigns: unknown[] }).campaigns[0];
      })
      .toMatchObject({
        seen: 1,
        opened: 1,
        answered: 1,
        dismissed: 0,
      });
    await visitor.close();

    await page.getByRole('navigation').getByRole('button', { name: 'History' }).click();
    await page.getByText(`Campaigns: ${TEXT}`, { exact: true }).waitFor();
    await page.getByRole('navigation').getByRole('button', { name: 'Campaigns' }).click();
    await page.getByText('Answered', { exact: true }).waitFor();
    const list = page.getByRole('list', { name: 'Campaigns' });
    await expect
      .poll(async () => (await list.locator('dd').allTextContents()).map(Number))
      .toEqual([1, 1, 1, 0]);
  });

  it('whose file is missing at first comes a moment later, and one that was dismissed is gone for good', async () => {
    await save([{ id: 'size', text: TEXT }]);
    let refused = 0;
    const visitor = await visit({ expectedProblems: [/ERR_FAILED/] }, (page) =>
      page.route('**/campaignMessage.js', (route) => (refused++ === 0 ? route.abort() : route.continue())),
    );
    await visitor.dismiss.click();
    expect([refused, await visitor.area.count()]).toEqual([2, 0]);
    expect(await visitor.launcher.evaluate((button) => button.matches(':focus'))).toBe(true);
    await visitor.page.reload();
    await visitor.launcher.waitFor();
    const loaded = visitor.page.waitForResponse(/\/campaigns\./);
    await visitor.page.reload();
    await loaded;
    expect(await visitor.page.evaluate(() => Object.keys(JSON.parse(localStorage['ZD-campaigns'])))).toEqual([
      'size',
    ]);
    expect(await visitor.area.count()).toBe(0);
  });

  it('that is on screen is as dark as the scheme of the latest call', async () => {
    await save([{ id: 'scheme', text: TEXT }], { theme: { scheme: 'light' } });
    const { page, text } = await visit({ colorScheme: 'dark' });
    await text.waitFor();
    const card = page.locator('[data-porch] .m');
    const isDark = async (dark: boolean) =>
      expect
        .poll(() => card.evaluate((element) => getComputedStyle(element).backgroundColor))
        .toBe(dark ? 'rgb(36, 33, 30)' : 'rgb(255, 255, 255)');
    const call = (scheme: string) =>
      page.evaluate(`zE('messenger:set', 'customization', { theme: { scheme: '${scheme}' } })`);
    await isDark(false);
    await call('dark');
    await isDark(true);
    await call('light');
    await isDark(false);
    await call('auto');
    await isDark(true);
  });

  it.each<[string, BrowserContextOptions]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark', reducedMotion: 'reduce' }],
    ['forced colours', { forcedColors: 'active' }],
    ['right to left', { locale: 'ar' }],
    ['a phone', { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true }],
  ])('has no axe violations and works by keyboard: %s', async (name, options) => {
    await save([{ id: 'look', text: `${TEXT} ${'More words. '.repeat(20)}`, name: 'Ada' }], {
      theme: { scheme: 'auto' },
    });
    const { page, launcher: _ } = await visit({ ...options, reducedMotion: 'reduce' });
    const area = page.locator('[data-porch] .m');
    await area.locator('button').first().waitFor();
    expect(await violations(page, { include: [['[data-porch]', '.m']] })).toEqual([]);
    const box = await area.boundingBox();
    const launcher = await page.locator('[data-porch] .l').boundingBox();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    if (!box || !launcher) throw new Error('nothing is drawn');
    // Above the launcher, on its side, within the window.
    expect(box.y + box.height).toBeLessThan(launcher.y);
    expect([box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
    if (name === 'dark')
      expect(await area.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
        'rgb(36, 33, 30)',
      );
    if (name === 'a phone') expect((box.width * box.height) / (width * height)).toBeLessThan(0.2);
    for (const button of await area.locator('button').all()) {
      const { width: w = 0, height: h = 0 } = (await button.boundingBox()) ?? {};
      expect(Math.min(w, h)).toBeGreaterThanOrEqual(options.hasTouch ? 44 : 32);
    }
    await area.locator('button').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    expect(await area.count()).toBe(0);
    expect(await page.locator('[data-porch] .l').evaluate((button) => button.matches(':focus'))).toBe(true);
  });
});
