import axe from 'axe-core';
import jsQR from 'jsqr';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { messageLog, openInbox, replyField, rows } from '../support/inboxPage';
import { pixelsOf } from '../support/pixels';
import { setUp } from '../support/setUp';
import { conversationWith, widgetOf } from '../support/widget';

const { browser, desk } = await setUp();

const panelOf = (page: Page) => {
  const { frame } = widgetOf(page);
  const panel = frame.getByRole('dialog', { name: 'Continue on WhatsApp' });
  return {
    panel,
    code: panel.getByRole('img', { name: 'QR code that opens WhatsApp' }),
    link: panel.getByRole('link', { name: 'Open WhatsApp' }),
    options: frame.getByRole('button', { name: 'Options' }),
    async open() {
      await frame.getByRole('button', { name: 'Options' }).click();
      await frame.getByRole('menuitem', { name: 'Continue on WhatsApp' }).click();
      await panel.waitFor();
    },
    press: (name: string) => panel.getByRole('button', { name }).click(),
    text: (words: string | RegExp) => panel.getByText(words).waitFor(),
  };
};

const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('navigation').getByRole('button', { name: 'Channels' }).click();
};

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    const found = await injected.run(
      { exclude: ['.preview-stage'] },
      { resultTypes: ['violations'], iframes: false },
    );
    return found.violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 160)}`));
  });
};

describe('continuing on a channel', () => {
  it('is switched on in the settings, fails, is cancelled, links, carries messages both ways, and ends on both sides', async () => {
    const inbox = await openInbox(browser, desk, { expectedProblems: [/status of 400/] });
    await openSettings(inbox.page);
    await inbox.page.getByLabel('Visitors may continue on WhatsApp').check();
    await inbox.page.getByLabel('Visitors may continue on Instagram').check();
    await inbox.page.getByRole('button', { name: 'Save', exact: true }).click();
    // Instagram needs a user name, and the section tells that.
    await inbox.page.getByRole('button', { name: /^Channels \(1 mistake\)/ }).waitFor();
    await inbox.page.getByLabel('User name').fill('the.shop');
    await inbox.page.getByRole('button', { name: 'Save', exact: true }).click();
    await inbox.page.getByText(/^Saved\./).waitFor();
    expect(await violations(inbox.page)).toEqual([]);
    await inbox.page.getByRole('button', { name: 'Back to the inbox' }).click();

    const visitor = await openPage(browser, {
      expectedProblems: [/status of 400/, /^Porch: An error occurred removing the channel/],
    });
    await visitor.page.goto(`${desk.origin}/`);
    const widget = widgetOf(visitor.page);
    await widget.open();
    await widget.say('Do you have boots?');
    await conversationWith(desk, 'Do you have boots?');
    const { open, code, link, panel, press, text, options } = panelOf(visitor.page);
    await open();
    await code.waitFor();
    // A camera reads the link.
    const png = await code.screenshot();
    const { data, width, height } = await pixelsOf(visitor.page, png);
    const url = jsQR(new Uint8ClampedArray(data), width, height)?.data;
    expect(url).toBe(await link.getAttribute('href'));
    expect(url).toMatch(new RegExp(`^${desk.origin}/channel/`));

    // The keyboard stays in the panel, and Escape gives the focus back.
    await visitor.page.keyboard.press('Tab');
    expect(await link.evaluate((e) => e.matches(':focus'))).toBe(true);
    await visitor.page.keyboard.press('Tab');
    expect(await panel.evaluate((e) => e.contains(e.ownerDocument.activeElement))).toBe(true);
    await visitor.page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await options.evaluate((e) => e.matches(':focus'))).toBe(true);
    await open();

    // The channel's page opens beside it, and the panel waits.
    const [phone] = await Promise.all([visitor.page.context().waitForEvent('page'), link.click()]);
    await text('Waiting for your confirmation in WhatsApp…');
    expect(await violations(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Let it fail' }).click();
    await text('Couldn’t connect. Try again.');
    await press('Try again');
    await phone.goto((await link.getAttribute('href')) ?? '');
    await phone.getByRole('button', { name: 'Cancel' }).click();
    await text('The connection to WhatsApp was canceled.');
    await press('Try again');
    await phone.goto((await link.getAttribute('href')) ?? '');
    await phone.getByLabel('Your name in WhatsApp').fill('Ada');
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await text('Connected to WhatsApp. You’ll get our replies there, too.');
    await text('Ada');
    await press('Back to the conversation');

    await phone.getByLabel('Your message').fill('Written on the phone');
    await phone.getByRole('button', { name: 'Send', exact: true }).click();
    const row = widget.log.getByRole('listitem').filter({ hasText: 'Written on the phone' });
    await row.getByText('via WhatsApp').waitFor();
    await rows(inbox.page).filter({ hasText: 'Written on the phone' }).click();
    await messageLog(inbox.page).getByText('WhatsApp', { exact: true }).waitFor();
    await replyField(inbox.page).fill('An answer for both');
    await inbox.page.keyboard.press('Enter');
    await phone.getByRole('log').getByText('An answer for both').waitFor();
    await widget.message('An answer for both').waitFor();
    expect(await phone.getByText('Do you have boots?').count()).toBe(0);
    expect(await violations(phone)).toEqual([]);

    // An agent ends it; the page of the channel and the widget say so.
    await inbox.page.getByRole('button', { name: 'Disconnect WhatsApp' }).click();
    await inbox.page.getByRole('button', { name: 'Disconnect WhatsApp' }).waitFor({ state: 'detached' });
    await phone.getByText('This conversation is no longer connected.').waitFor();

    await open();
    await phone.goto((await link.getAttribute('href')) ?? '');
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await text('Connected to WhatsApp. You’ll get our replies there, too.');
    // The visitor ends it, which the desk refuses at first.
    const refuse = (route: Route) => route.fulfill({ status: 400, json: {} });
    await visitor.page.context().route(/\/clients\//, refuse, { times: 1 });
    await press('Disconnect');
    await text('Couldn’t disconnect. Try again.');
    await press('Disconnect');
    await code.waitFor();
    await phone.getByText('This conversation is no longer connected.').waitFor();
  });

  it('is a button on a phone, and says that a link could not be loaded (link-11)', async () => {
    const visitor = await openPage(browser, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      expectedProblems: [/status of 404/, /^Porch: Failed to fetch link request/],
    });
    const { page } = visitor;
    await page.goto(`${desk.origin}/`);
    await widgetOf(page).open();
    await page
      .context()
      .route(/linkrequest/, (route) => route.fulfill({ status: 404, json: {} }), { times: 1 });
    const { open, code, link, press, text } = panelOf(page);
    await open();
    await text('Link couldn’t be loaded');
    await press('Try again');
    await link.waitFor();
    expect(await code.count()).toBe(0);
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});
