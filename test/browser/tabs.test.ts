import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdMessenger } from '../faults/chromium/lateMessenger';
import { launchBrowser, openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { forThisFile } from '../support/forThis';
import { conversationWith, replyAs, textsAt, widgetOf } from '../support/widget';

let pages: Page[];

const desk = await forThisFile(startDesk());
// The headless shell has no tabs in the background.
const browser = await forThisFile(launchBrowser([], { complete: true }));
const context = (await openPage(browser)).page.context();

const openTab = async (): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${desk.origin}/`);
  await widgetOf(page).launcher.waitFor();
  return page;
};

/** Resolves when the launcher's name matches, with the time by the machine's clock, which all tabs share. */
const whenNamed = (page: Page, pattern: string): Promise<number> =>
  page.evaluate(
    (source) =>
      new Promise<number>((resolve) => {
        const button = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('button');
        const look = () => {
          if (new RegExp(source).test(button?.getAttribute('aria-label') ?? '')) resolve(Date.now());
        };
        if (button) new MutationObserver(look).observe(button, { attributes: true });
        look();
      }),
    pattern,
  );

/** Waits until a draft with the text is stored. */
const stored = (page: Page, text: string) =>
  page.waitForFunction(
    (part) => Object.values({ ...localStorage }).some((value) => value.includes(part)),
    text,
  );

describe('two tabs whose messengers load at the same moment', () => {
  const conversations = async () => (await agent(desk)('GET', '/conversations?all=1')).body.conversations;

  it('create one visitor, and send what was written once (visitor-16)', async () => {
    const before = (await conversations()).length;
    const { page, close } = await openPage(browser);
    const late = await holdMessenger(page.context());
    late.keepAway('held');
    await page.goto(`${desk.origin}/`);
    const [one, two] = [widgetOf(page), widgetOf(await page.context().newPage())];
    await one.launcher.click();
    const text = 'Written too early';
    await one.textBox.fill(text);
    await one.textBox.press('Enter');
    await two.page.goto(`${desk.origin}/`);
    await two.launcher.click();
    await two.textBox.waitFor();
    late.release();
    await Promise.all([one, two].map(({ log }) => log.getByText('Sent', { exact: true }).waitFor()));
    const id = await conversationWith(desk, text);
    expect(await textsAt(desk, id)).toEqual([text]);
    expect((await conversations()).length).toBe(before + 1);
    await close();
  });
});

describe('a draft in one tab', () => {
  const LONG = 'My order is 17. The parcel came open and the left boot is missing.';

  it('is there on its next page, though another tab has sent a word and begun another draft (composer-17)', async () => {
    const { page, close } = await openPage(browser);
    const [one, two] = [widgetOf(page), widgetOf(await page.context().newPage())];
    for (const tab of [one, two]) {
      await tab.page.goto(`${desk.origin}/`);
      await tab.open();
      if (tab === one) await one.say('A question');
    }
    await one.textBox.fill(LONG);
    await stored(one.page, LONG);
    await two.say('Hi');
    await two.textBox.fill('A question of tab two');
    await stored(two.page, 'A question of tab two');
    await one.page.reload();
    await expect.poll(() => one.textBox.inputValue()).toContain(LONG);
    await close();
  });
});

it('a browser that blocks storage ends the visitor of another tab, too, when one logs out (store-7)', async () => {
  const { page, close } = await openPage(browser);
  await page.context().addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  const [one, two] = [widgetOf(page), widgetOf(await page.context().newPage())];
  for (const tab of [one, two]) {
    await tab.page.goto(`${desk.origin}/`);
    await tab.open();
    await tab.say('Private');
    await tab.log.getByText('Sent', { exact: true }).waitFor();
  }
  await one.page.evaluate(() =>
    (window as unknown as { zE: (...args: unknown[]) => void }).zE('messenger', 'logoutUser'),
  );
  for (const tab of [one, two]) {
    await tab.page.bringToFront();
    await tab.frame.getByRole('heading', { name: 'How can we help?' }).waitFor();
    expect(await tab.message('Private').count()).toBe(0);
  }
  await close();
});

it('five tabs of one visitor show the same log and one unread count at once, and log out everywhere', async () => {
  const first = await openTab();
  const one = widgetOf(first);
  await one.open();
  await one.say('Is anybody there?');
  const conversation = await conversationWith(desk, 'Is anybody there?');
  await first.keyboard.press('Escape');

  pages = [first, ...(await Promise.all([openTab(), openTab(), openTab(), openTab()]))];
  // A tab is connected once it has shown a first message.
  const told = pages.map((page) => whenNamed(page, '1 unread'));
  await replyAs(desk, conversation, 'Yes, all of us.');
  await Promise.all(told);

  const unread = pages.map((page) => whenNamed(page, '2 unread'));
  const sentAt = Date.now();
  await replyAs(desk, conversation, 'What can we do for you?');
  const unreadAfter = Math.max(...(await Promise.all(unread))) - sentAt;

  const others = pages.slice(1);
  const read = others.map((page) => whenNamed(page, '^Open messaging window$'));
  await first.bringToFront();
  const openedAt = Date.now();
  await one.open();
  const readAfter = Math.max(...(await Promise.all(read))) - openedAt;
  // Only print the times, because they depend on the machine.
  console.log(
    `Five tabs show a message after ${unreadAfter} ms, and that it was read after ${readAfter} ms.`,
  );

  // Bring each tab to the front as a visitor does: browsers draw background tabs only once a second.
  for (const page of others) {
    await page.bringToFront();
    await widgetOf(page).open();
  }
  await others[0]?.bringToFront();
  await widgetOf(others[0] as Page).say('Written in another tab');
  for (const page of pages) {
    await widgetOf(page).message('Written in another tab').waitFor();
    expect(await widgetOf(page).log.locator('li p').allTextContents()).toEqual([
      'Is anybody there?',
      'Yes, all of us.',
      'What can we do for you?',
      'Written in another tab',
    ]);
  }

  await (others[1] as Page).evaluate(() =>
    (window as unknown as { zE: (...args: unknown[]) => void }).zE('messenger', 'logoutUser'),
  );
  for (const page of pages) {
    await widgetOf(page).frame.getByRole('heading', { name: 'How can we help?' }).waitFor();
    expect(await widgetOf(page).message('Written in another tab').count()).toBe(0);
  }
});
