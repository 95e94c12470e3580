import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { openInbox } from '../support/inboxPage';
import { setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';

const { browser, desk } = await setUp();

/** rgb(11, 110, 79) */
const GREEN = '#0b6e4f';
const PAINTED = 'rgb(11, 110, 79)';

const openSettings = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Launcher and window' }).waitFor();
};

const violations = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    // The preview's page is the widget's, which has its own tests.
    const context = { exclude: ['.preview-stage'] };
    const found = await injected.run(context, { resultTypes: ['violations'], iframes: false });
    return found.violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 160)}`));
  });
};

it('shows a colour in the preview, saves it to visitors’ pages, and takes it back', async () => {
  const { page } = await openInbox(browser, desk, undefined, { name: 'Ada' });
  await openSettings(page);
  await page.getByRole('navigation').getByRole('button', { name: 'Colors' }).click();
  const header = page.getByRole('textbox', { name: 'Header', exact: true });
  const preview = widgetOf(page).page.frameLocator('iframe[title="Page with the messenger"]');
  const shown = preview.frameLocator('iframe[title="Messaging window"]').locator('header').first();
  const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
  await shown.waitFor();

  // A key that is pressed while the frame has the focus is lost to the form, however soon the focus is given back.
  await page.evaluate(() =>
    window.addEventListener('blur', () => document.body.setAttribute('data-lost', '')),
  );
  await header.pressSequentially(GREEN);
  await expect.poll(() => shown.evaluate(colorOf)).toBe(PAINTED);
  await preview.frameLocator('iframe[title="Messaging window"]').getByRole('textbox').waitFor();
  expect(await header.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.locator('[data-lost]').count()).toBe(0);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^Saved\./).waitFor();
  const visit = async (): Promise<string> => {
    const visitor = await openPage(browser);
    await visitor.page.goto(`${desk.origin}/`);
    const widget = widgetOf(visitor.page);
    await widget.open();
    const color = await widget.frame.locator('header').first().evaluate(colorOf);
    await visitor.close();
    return color;
  };
  expect(await visit()).toBe(PAINTED);

  await page.getByRole('button', { name: 'Undo the last save' }).click();
  await page.getByText(/The first settings are back|is back/).waitFor();
  expect(await header.inputValue()).toBe('');
  expect(await visit()).not.toBe(PAINTED);
  await page.getByRole('navigation').getByRole('button', { name: 'History' }).click();
  await page.getByText(`Header: the default again (before: ${GREEN})`).waitFor();
  await page
    .getByText(/^Ada, /)
    .first()
    .waitFor();
});

it('is left by Back at once, however often the preview was shown anew', async () => {
  const { page } = await openInbox(browser, desk);
  await openSettings(page);
  await page.getByRole('navigation').getByRole('button', { name: 'Colors' }).click();
  const header = page.getByRole('textbox', { name: 'Header', exact: true });
  const preview = page.frameLocator('iframe[title="Page with the messenger"]');
  const shown = preview.frameLocator('iframe[title="Messaging window"]').locator('header').first();
  const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
  await shown.waitFor();
  for (const [color, painted] of [
    [GREEN, PAINTED],
    ['#aa0000', 'rgb(170, 0, 0)'],
    ['#0000aa', 'rgb(0, 0, 170)'],
  ] as const) {
    await header.fill(color);
    await expect.poll(() => shown.evaluate(colorOf)).toBe(painted);
  }
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.goBack();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await openSettings(page);
  await page.getByRole('navigation').getByRole('button', { name: 'Colors' }).click();
  await shown.waitFor();
  await header.fill(GREEN);
  await expect.poll(() => shown.evaluate(colorOf)).toBe(PAINTED);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('button', { name: /^(Back|Close)/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
});

it('loads the messenger beside the launcher where agents have set fastLoad (start-11, start-17)', async () => {
  const call = (path: string, body: object) =>
    fetch(`${desk.origin}/agent/api/settings${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.agentToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const read = await fetch(`${desk.origin}/agent/api/settings`, {
    headers: { authorization: `Bearer ${desk.agentToken}` },
  });
  const { version: base } = (await read.json()) as { version: number };
  expect((await call('', { base, value: { features: { fastLoad: true } } })).status).toBe(200);
  const { page } = await openPage(browser);
  const messenger = page.waitForRequest(/\/messenger\./, { timeout: 5_000 });
  // The launcher's file does not come before the messenger's is asked for.
  await page.route('**/porch/*/launcher.js', async (route) => {
    await messenger.catch(() => {});
    await route.continue();
  });
  await page.goto(`${desk.origin}/`);
  await messenger;
  await widgetOf(page).launcher.waitFor();
  await call('/restore', { base: base + 1, version: base });
});

it('has no axe violations, and fits a phone and a zoom of 400 %', async () => {
  const wide = await openInbox(browser, desk, { colorScheme: 'dark' });
  await openSettings(wide.page);
  // The other sections have the same fields as the first.
  for (const name of ['Launcher and window', 'Colors', 'Opening hours', 'History']) {
    await wide.page.getByRole('navigation').getByRole('button', { name }).click();
    expect(await violations(wide.page), name).toEqual([]);
  }
  await wide.close();

  const { page } = await openInbox(browser, desk, { viewport: { width: 390, height: 844 } });
  await openSettings(page);
  expect(await violations(page)).toEqual([]);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((d) => document.documentElement.setAttribute('dir', d), dir);
    for (const name of ['History', 'Colors', 'Opening hours', 'Languages']) {
      await page.getByLabel('Section').selectOption({ label: name });
      expect(await overflow(), `${name}, ${dir}`).toBeLessThanOrEqual(0);
    }
  }
  // The buttons are in the page, not over the form.
  await page.getByRole('button', { name: 'Save', exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('iframe[title="Page with the messenger"]').waitFor();
  expect(await overflow()).toBeLessThanOrEqual(0);
});
