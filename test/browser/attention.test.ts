import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { agent } from '../support/deskClient';
import { openInbox } from '../support/inboxPage';
import { startMailServer } from '../support/mailServer';
import { forThisFile, setUp } from '../support/setUp';
import { conversationWith, replyAs, textsAt, widgetOf } from '../support/widget';

type Heard = { tones: number; notices: string[]; asked: number };
type Watched = Window & { heard: Heard };

/** Counts tones and notifications. The browser grants the permission without asking. */
const watch = () => {
  const heard: Heard = { tones: 0, notices: [], asked: 0 };
  Object.assign(window, { heard });
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (at) {
    heard.tones++;
    start.call(this, at);
  };
  class FakeNotification {
    static permission = 'default';
    static requestPermission = async () => {
      heard.asked++;
      FakeNotification.permission = 'granted';
      return 'granted';
    };
    constructor(title: string, { body }: NotificationOptions) {
      heard.notices.push(`${title}: ${body}`);
    }
  }
  Object.assign(window, { Notification: FakeNotification });
};

const mail = await forThisFile(startMailServer());
let ahead = 0;
const features = {
  soundNotificationEnabled: true,
  desktopNotificationsEnabled: true,
  faviconBadgeEnabled: true,
};
const email = { enabled: true, smtpUrl: mail.url, from: 'help@shop.example' };
const page = 'https://shop.example/';
const desk = await forThisFile(
  startDesk({ now: () => Date.now() + ahead, settings: { features, email: { ...email, page } } }),
);
const { browser } = await setUp();

const later = async (seconds: number) => {
  ahead += seconds * 1000;
  await desk.mailRound();
};
const heardBy = (at: Page) => at.evaluate(() => (window as unknown as Watched).heard);
const look = (at: Page, focused: boolean) =>
  at.evaluate((now) => {
    // The messenger asks by the prototype of its own frame.
    const root = document.querySelector('[data-porch]')?.shadowRoot;
    const realm = root?.querySelector('iframe')?.contentWindow as typeof window;
    for (const each of [window, realm]) each.Document.prototype.hasFocus = () => now;
    if (now) window.dispatchEvent(new Event('focus'));
  }, focused);

/** axe's violations in the card. */
const violations = async (at: Page): Promise<string[]> => {
  const inner = at.frames().filter((frame) => frame.parentFrame() && frame.url() === 'about:blank');
  const boxes = await Promise.all(inner.map((frame) => frame.locator('textarea').count()));
  const card = inner.find((_, at) => boxes[at]);
  if (!card) return ['There is no card'];
  await card.evaluate(axe.source);
  return card.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    // Titles and regions are those of the page around the card.
    const rules = { region: { enabled: false }, 'document-title': { enabled: false } };
    const { violations: found } = await injected.run(document, { rules });
    return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)}`));
  });
};

it('draws attention to an answer, sends it by email when it stays unread, and opens it from there', async () => {
  const { page: shop } = await openPage(browser);
  await shop.addInitScript(watch);
  await shop.goto(`${desk.origin}/`);
  const widget = widgetOf(shop);
  await widget.open();
  await widget.say('Have you got boots?');
  const id = await conversationWith(desk, 'Have you got boots?');

  // No agent answers, so the log asks for an address. The visitor enters it by keyboard.
  await later(120);
  const field = widget.frame.getByRole('textbox', { name: 'Email address' });
  await field.waitFor();
  await expect.poll(async () => (await heardBy(shop)).tones).toBe(2);
  await field.focus();
  await shop.keyboard.type('ada');
  await shop.keyboard.press('Enter');
  await widget.frame.getByText('Enter a valid email address').waitFor();
  await shop.keyboard.type('@visitor.example');
  await shop.keyboard.press('Enter');
  await widget.log.getByText('ada@visitor.example').waitFor();

  // Notifications are asked for in the menu, by keyboard.
  const options = widget.frame.getByRole('button', { name: 'Options' });
  await options.press('Enter');
  const sound = widget.frame.getByRole('menuitemcheckbox', {
    // The tick is no part of the name.
    name: 'Sound for new messages',
    exact: true,
  });
  const notices = widget.frame.getByRole('menuitemcheckbox', { name: 'Notifications for new messages' });
  await notices.waitFor();
  expect([await sound.getAttribute('aria-checked'), await notices.getAttribute('aria-checked')]).toEqual([
    'true',
    'false',
  ]);
  expect((await heardBy(shop)).asked).toBe(0);
  await shop.keyboard.press('ArrowDown');
  await shop.keyboard.press('Enter');
  await notices.waitFor({ state: 'detached' });
  await options.press('Enter');
  await expect.poll(() => notices.getAttribute('aria-checked')).toBe('true');
  expect(await violations(shop)).toEqual([]);
  await shop.keyboard.press('Escape');

  // The visitor looks elsewhere.
  const title = await shop.title();
  await widget.launcher.click();
  await look(shop, false);
  await replyAs(desk, id, 'We have them in blue.', { name: 'Mara' });
  await expect.poll(() => shop.title()).toBe(`(1) ${title}`);
  await expect
    .poll(() => heardBy(shop))
    .toEqual({ tones: 4, notices: ['Mara: We have them in blue.'], asked: 1 });
  await expect
    .poll(() => shop.locator('link[rel~=icon]').first().getAttribute('href'))
    .toMatch(/^data:image\/png/);
  await look(shop, true);
  await expect.poll(() => shop.title()).toBe(title);
  await shop.goto('about:blank');

  // The page of the link is known once the desk has an address.
  await later(300);
  const [sent] = mail.received;
  expect(sent).toMatchObject({ to: ['ada@visitor.example'] });
  expect(sent?.text).toContain('We have them in blue.');
  const token = /porch-open=([\w.-]+)/.exec(sent?.text ?? '')?.[1];
  const link = `${desk.origin}/#/?porch-open=${token}`;

  // On another device the link opens the conversation, and the address no longer names it.
  const phone = await openPage(browser, { viewport: { width: 390, height: 800 } });
  await phone.page.goto(link);
  const there = widgetOf(phone.page);
  // First the visitor is asked; until then nobody is created.
  const accept = there.frame.getByRole('button', { name: 'Continue', exact: true });
  await accept.waitFor();
  await there.frame.getByText('a•••@visitor.example').waitFor();
  expect(await there.message('We have them in blue.').count()).toBe(0);
  expect(new URL(phone.page.url()).hash).toBe('');
  expect(await violations(phone.page)).toEqual([]);
  await accept.click();
  await there.message('We have them in blue.').waitFor();
  await there.frame.getByText('You opened this conversation from a link in an email.').waitFor();
  // The visitor is this tab's only.
  expect(
    await phone.page.evaluate(() => Object.keys(localStorage).filter((key) => /appUserId|Token/.test(key))),
  ).toEqual([]);
  await there.say('Then I will come by.');
  await expect.poll(() => textsAt(desk, id)).toContain('Then I will come by.');
  await phone.close();

  // An old link and a forged one open nothing.
  const known = async () => (await agent(desk)('GET', '/conversations')).body.conversations.length;
  const before = await known();
  ahead += 8 * 86_400_000;
  const late = await openPage(browser, { expectedProblems: [/status of 404/] });
  for (const at of [link, link.replace(/.{5}$/, 'xxxxx')]) {
    await late.page.goto('about:blank');
    const answered = late.page.waitForResponse(/emaillinks/);
    await late.page.goto(at);
    expect((await answered).status()).toBe(404);
    await widgetOf(late.page).launcher.waitFor();
    expect(await widgetOf(late.page).window.isVisible()).toBe(false);
  }
  expect(await known()).toBe(before);
});

it('lets agents choose how they hear of new messages, without axe violations in light and dark', async () => {
  const { page: inbox } = await openInbox(browser, desk);
  await inbox.getByRole('button', { name: 'Menu' }).press('Enter');
  for (const name of ['Sound', 'Unread count in tab title', 'Desktop notifications'])
    await inbox.getByRole('checkbox', { name }).waitFor();
  await inbox.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await inbox.emulateMedia({ colorScheme });
    await inbox.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))));
    const found = await inbox.evaluate(async () => {
      const { axe: injected } = window as unknown as { axe: typeof axe };
      const { violations: all } = await injected.run(document);
      return all.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.failureSummary}`),
      );
    });
    expect(found).toEqual([]);
  }
  await inbox.getByRole('checkbox', { name: 'Sound' }).press('Space');
  await inbox.reload();
  await inbox.getByRole('button', { name: 'Menu' }).press('Enter');
  expect(await inbox.getByRole('checkbox', { name: 'Sound' }).isChecked()).toBe(false);
});
