import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage, type PageOptions } from '../support/browser';
import { startDesk } from '../support/desk';
import { fixture } from '../support/hostPages';
import { forThisTest, setUp } from '../support/setUp';
import { conversationWith, replyAs, widgetOf } from '../support/widget';

const launcher = { text: 'Ask us', shape: 'circle', showTextInMobile: false };

const { browser, desk, pages, pageWith } = await setUp({ settings: { messenger: { launcher } } });

const visit = async (options: PageOptions = {}, script = '') => {
  const opened = await openPage(browser, options);
  const { page } = opened;
  const HEAD = script && `<script>${script}</script>`;
  await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD })));
  await widgetOf(page).launcher.waitFor();
  return { ...opened, ...widgetOf(page), hide: page.getByRole('button', { name: 'Hide label' }) };
};

type Calls = Window & { zE: (...args: unknown[]) => unknown };

const cookies = (page: Page, level: unknown) =>
  page.evaluate((value) => (window as unknown as Calls).zE('messenger:set', 'cookies', value), level);

/** The keys stored about the label, in either storage. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.keys({ ...localStorage, ...sessionStorage }).filter((key) => /label/i.test(key)),
  );

/** A cookie setting queued before any script, as a publisher's consent banner does. */
const saying = (level: unknown) =>
  `window.zE = (...args) => zE.q.push(args); zE.q = [['messenger:set', 'cookies', ${JSON.stringify(level)}]];`;

describe('the launcher’s label', () => {
  it.each(['launcherLabel', 'label'])('alone is missing when %s cannot be loaded', async (file) => {
    const { page, problems } = await openPage(browser, { expectedProblems: [/^Porch: /, /ERR_FAILED/] });
    // An uncaught error would fail the test (support/uncaught.ts).
    await page.route(`**/porch/*/${file}.js`, (route) => route.abort());
    await page.goto(pageWith());
    await expect.poll(() => problems.consoleErrors.some((error) => error.startsWith('Porch: '))).toBe(true);
    await widgetOf(page).open();
  });

  it('is part of the launcher’s name, and stays hidden on the next page once hidden (launcher-5, launcher-7)', async () => {
    const { page, launcher: button, hide } = await visit();
    await hide.waitFor();
    expect(await button.getAttribute('aria-label')).toBe('Open messaging window, Ask us');
    const wide = (await button.boundingBox())?.width ?? 0;
    expect(wide).toBeGreaterThan(90);
    await hide.focus();
    await page.keyboard.press('Enter');
    await hide.waitFor({ state: 'detached' });
    expect(await button.getAttribute('aria-label')).toBe('Open messaging window');
    // The focus moves from the label to the button.
    expect(await button.evaluate((e) => (e.getRootNode() as ShadowRoot).activeElement === e)).toBe(true);
    expect((await button.boundingBox())?.width).toBe(56);
    await page.reload();
    await button.waitFor();
    await button.click();
    await widgetOf(page).composer.waitFor();
    expect(await page.getByText('Ask us').count()).toBe(0);
  });

  it('is not shown on a phone, unless the account wants it there (launcher-6)', async () => {
    const { page, launcher: button, close } = await visit({ viewport: { width: 390, height: 844 } });
    await page.waitForFunction(
      () => document.querySelector('[data-porch]')?.shadowRoot?.querySelector('.t') !== null,
    );
    expect((await button.boundingBox())?.width).toBe(56);
    await close();
    const wanted = await openPage(browser, { viewport: { width: 390, height: 844 } });
    await wanted.page.route('**/embeddable/config*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.messenger.launcher.showTextInMobile = true;
      await route.fulfill({ response, json });
    });
    await wanted.page.goto(pageWith());
    await wanted.page.getByText('Ask us').waitFor();
    expect((await widgetOf(wanted.page).launcher.boundingBox())?.width).toBeGreaterThan(90);
  });

  it('makes room for the count of unread messages at its corner', async () => {
    const { page, composer, say, launcher: button, open, hide } = await visit();
    await open();
    await composer.waitFor();
    await say('Label: unread');
    await page.keyboard.press('Escape');
    await hide.waitFor();
    await replyAs(desk, await conversationWith(desk, 'Label: unread'), 'Here you are');
    await expect
      .poll(() => button.getAttribute('aria-label'))
      .toBe('Open messaging window, 1 unread message, Ask us');
    await hide.waitFor({ state: 'hidden' });
  });

  for (const level of ['none', false]) {
    it(`is not stored as hidden when the page set ${level} before`, async () => {
      const {
        page,
        hide,
        launcher: button,
      } = await visit(
        { expectedProblems: level === false ? [/cookies as a boolean is deprecated/] : [] },
        saying(level),
      );
      await hide.click();
      await hide.waitFor({ state: 'detached' });
      expect(await kept(page)).toEqual([]);
      // The messenger does not store it either.
      await button.click();
      await widgetOf(page).composer.waitFor();
      expect(await kept(page)).toEqual([]);
      await page.reload();
      await hide.waitFor();
    });
  }

  it('is not stored as hidden when the page sets none on a running messenger', async () => {
    const { page, hide, open, launcher: button } = await visit();
    await open();
    await cookies(page, 'none');
    await expect
      .poll(() => page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage })))
      .toEqual([]);
    await button.click();
    await hide.click();
    await hide.waitFor({ state: 'detached' });
    expect(await kept(page)).toEqual([]);
    // The page remembers it, and stores it together with other data once the visitor consents.
    await cookies(page, 'functional');
    expect(await kept(page)).toHaveLength(1);
  });

  it('stays hidden when only functional storage is allowed', async () => {
    const { page, hide, launcher: button } = await visit({}, saying('functional'));
    await hide.click();
    expect(await kept(page)).toHaveLength(1);
    await page.reload();
    await button.click();
    await widgetOf(page).composer.waitFor();
    expect(await page.getByText('Ask us').count()).toBe(0);
  });

  it('is no longer stored as hidden when consent is withdrawn, and is when it is given again', async () => {
    const {
      page,
      hide,
      launcher: button,
    } = await visit({ possibleProblems: [/ERR_FAILED/, /^Porch: Event/] });
    // Block the messenger, so that only the launcher reacts to the page.
    await page.route('**/messenger.js', (route) => route.abort());
    await hide.click();
    expect(await kept(page)).toHaveLength(1);
    await cookies(page, 'none');
    expect(await kept(page)).toEqual([]);
    await cookies(page, 'all');
    expect(await kept(page)).toHaveLength(1);
    await page.reload();
    await button.waitFor();
    await cookies(page, 'none');
    await expect.poll(() => kept(page)).toEqual([]);
    await page.reload();
    await hide.waitFor();
  });

  it('is no longer stored as hidden when consent is withdrawn from a running messenger', async () => {
    const { page, hide, open, launcher: button } = await visit();
    await hide.click();
    expect(await kept(page)).toHaveLength(1);
    await open();
    await cookies(page, 'none');
    await expect.poll(() => kept(page)).toEqual([]);
    await page.reload();
    await hide.waitFor();
    expect(await button.getAttribute('aria-label')).toBe('Open messaging window, Ask us');
  });

  it('is shown again in a new tab where the account forgets its visitors', async () => {
    const forgetful = await forThisTest(
      startDesk({ settings: { messenger: { launcher, conversationHistory: 'forget' } } }),
    );
    const { page } = await openPage(browser);
    await page.goto(pages.serve(fixture('plain.html', { DESK: forgetful.origin })));
    await page.getByRole('button', { name: 'Hide label' }).click();
    expect(await kept(page)).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });
});
