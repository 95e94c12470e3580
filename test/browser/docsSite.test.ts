import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { openInbox } from '../support/inboxPage';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();
const start = `${desk.origin}/docs/`;

/** All pages of the documentation and their HTML, found by the links between them, without query and fragment. */
const crawl = async (): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  const next = [start];
  for (const address of next) {
    const answer = await fetch(address);
    expect(answer.status, address).toBe(200);
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue;
    const html = await answer.text();
    found.set(address, html);
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const link = new URL(href.replaceAll('&amp;', '&'), address);
      link.hash = '';
      if (link.href.startsWith(start) && !next.includes(link.href)) next.push(link.href);
    }
  }
  return found;
};

const site = await crawl();
/** The pages that are made from Markdown; the others show a file as it is. */
const pages = [...site.keys()].filter((address) => !address.startsWith(`${start}source/`));

/** 'rule: element' of each violation on the page. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(document, { resultTypes: ['violations'] });
    if (found.passes.length === 0) return ['No rule found anything to check.'];
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  });
};

describe("the desk's documentation", () => {
  it('has a page for each entry of the sidebar', () => {
    expect(pages.length).toBeGreaterThan(18);
    for (const name of ['', 'moving', 'troubleshooting', 'calls', 'desk'])
      expect(pages).toContain(start + name);
  });

  it('has links that lead to a page of it, and to a heading there', () => {
    const broken = [...site].flatMap(([address, html]) =>
      [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, href = '']) => {
        const link = new URL(href.replaceAll('&amp;', '&'), address);
        const target = site.get(link.href.replace(/#.*/, ''));
        if (!link.hash || target === undefined) return [];
        return target.includes(` id="${decodeURIComponent(link.hash.slice(1))}"`)
          ? []
          : [`${address}: ${href}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('keeps its policy and asks no other host for anything', async () => {
    // `openPage` fails the test for what the console reports, as for a breach of the policy.
    const { page } = await openPage(browser);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== desk.origin) elsewhere.push(request.url());
    });
    for (const address of pages) {
      const answer = await page.goto(address);
      expect(answer?.headers()['content-security-policy'], address).toMatch(/default-src 'none'/);
    }
    expect(elsewhere).toEqual([]);
  });

  it.each(['light', 'dark'] as const)(
    'has nothing that axe objects to in the %s scheme',
    async (colorScheme) => {
      const { page } = await openPage(browser, { colorScheme });
      for (const name of ['', 'moving', 'install']) {
        await page.goto(start + name);
        // What is wider than the page can be scrolled by the keyboard once it has been measured.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
        expect(await violations(page), name).toEqual([]);
      }
    },
  );

  it.each(['light', 'dark'] as const)(
    'opens from the menu of the inbox by the keyboard in the %s scheme',
    async (colorScheme) => {
      const { page } = await openInbox(browser, desk, { colorScheme });
      await page.getByRole('button', { name: 'Menu' }).press('Enter');
      const link = page.getByRole('link', { name: 'Documentation' });
      await link.waitFor();
      expect(await violations(page)).toEqual([]);
      const isFocused = () => link.evaluate((one) => one === document.activeElement);
      for (let tabs = 0; tabs < 12 && !(await isFocused()); tabs++) await page.keyboard.press('Tab');
      expect(await isFocused()).toBe(true);
      const [opened] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
      await opened.waitForURL(start);
      expect(await link.count()).toBe(0);
    },
  );

  it('finds by the keyboard what the visitor types', async () => {
    const { page } = await openPage(browser, { at: start });
    await page.keyboard.press('/');
    await page.keyboard.type('Two launchers');
    const results = page.getByRole('list', { name: 'Results' }).getByRole('link');
    await results.first().waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ results?$/);
    await page.keyboard.press('ArrowDown');
    expect(await results.first().evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${start}troubleshooting#two-launchers`);
  });

  it('is readable without JavaScript', async () => {
    const { page } = await openPage(browser, { at: `${start}moving`, javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Moving to Porch');
    expect(await page.getByRole('search').count()).toBe(0);
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Troubleshooting' })
      .click();
    await page.waitForURL(`${start}troubleshooting`);
    expect(await page.getByRole('main').isVisible()).toBe(true);
  });

  it('shows a table of two columns as a list on a phone, without scrolling sideways', async () => {
    const { page } = await openPage(browser, { at: `${start}moving`, viewport: { width: 360, height: 740 } });
    const [first, second] = await page
      .locator('.pairs tr')
      .nth(1)
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
    expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? Number.POSITIVE_INFINITY);
    const beside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(beside)).toBe(0);
  });
});
