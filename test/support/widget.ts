import type { Frame, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Desk } from './desk';
import { agent } from './deskClient';

/** Finds elements in a frame. */
type Inside = Pick<Frame, 'getByRole' | 'getByText' | 'getByLabel' | 'locator'>;

/** The widget's elements, found by their accessible names. */
export type Widget = {
  page: Page;
  launcher: Locator;
  /** The home card's frame element. */
  window: Locator;
  frame: Inside;
  log: Locator;
  /** The text box, which is there before the card. */
  textBox: Locator;
  /** The text box in the drawn card. */
  composer: Locator;
  /** Clicks the launcher and waits for the card. */
  open(): Promise<void>;
  /** Writes and sends a text, and waits until it is in the log. */
  say(text: string): Promise<void>;
  message(text: string): Locator;
};

/** @param frame the window's frame, found by its title whenever one looks into it */
export const widgetOf = (
  page: Page,
  frame: Inside = page.frameLocator('iframe[title="Messaging window"]'),
): Widget => {
  const log = frame.getByRole('log', { name: 'Messages' });
  const textBox = frame.getByRole('textbox', { name: 'Type a message' });
  const composer = frame.locator('[data-on=composer]').getByRole('textbox', { name: 'Type a message' });
  const launcher = page.getByRole('button', { name: /^(Open|Close) messaging window/ });
  const message = (text: string) => log.getByText(text, { exact: true });
  return {
    page,
    launcher,
    window: page.locator('iframe[title="Messaging window"]'),
    frame,
    log,
    textBox,
    composer,
    message,
    async open() {
      await launcher.click();
      await log.waitFor();
    },
    async say(text) {
      await composer.fill(text);
      await composer.press('Enter');
      await message(text).waitFor();
    },
  };
};

/** Goes to an address. @returns the widget there */
export const widgetAt = async (page: Page, address: string): Promise<Widget> => {
  await page.goto(address);
  return widgetOf(page);
};

/** The test that first found each conversation. Those that were found before any test are everyone's. */
const finders = new Map<string, string | undefined>();

/**
 * Waits until a visitor's message reaches the desk. Two tests of a file may write the same words: a conversation that
 * another test has found is not taken for this one's.
 * @returns the id of its conversation
 */
export const conversationWith = async (desk: Desk, text: string): Promise<string> => {
  const test = expect.getState().currentTestName;
  let id = '';
  await expect
    .poll(async () => {
      const { body } = await agent(desk)('GET', '/conversations');
      const found = body.conversations.find(
        (c) => c.lastMessage?.text === text && (finders.get(c._id) ?? test) === test,
      );
      id = found?._id ?? '';
      return id;
    })
    .not.toBe('');
  if (!finders.has(id)) finders.set(id, test);
  return id;
};

export const replyAs = async (desk: Desk, conversationId: string, text: string, more = {}): Promise<void> => {
  const { status } = await agent(desk)('POST', `/conversations/${conversationId}/messages`, {
    type: 'text',
    text,
    ...more,
  });
  expect(status).toBe(201);
};

/** All texts of a conversation as the desk has them, oldest first. */
export const textsAt = async (desk: Desk, conversationId: string): Promise<(string | undefined)[]> => {
  const { body } = await agent(desk)('GET', `/conversations/${conversationId}/messages`);
  return body.messages.map((m) => m.text);
};

/**
 * The link of a `webview` action, once it opens the panel. Until the panel's code has come it is a plain link with an
 * icon, which opens a tab.
 */
export const panelLink = (frame: Inside, text: string): Locator =>
  frame.locator('a:not(:has(svg))', { hasText: text });

/**
 * Waits until the messenger is asked for as a script, not only as a preload. The browser may have it in memory by then:
 * the file that an open window's realm asks for next tells so.
 */
export const messengerAsked = (page: Page): Promise<unknown> =>
  page.waitForRequest((r) => r.frame() !== page.mainFrame() && /\/(messenger|http)\./.test(r.url()));

let trips = 0;

/** Opens the widget if it is closed, writes, answers as the agent, and waits until the answer appears. */
export const roundTrip = async (desk: Desk, page: Page): Promise<string> => {
  const widget = widgetOf(page);
  trips += 1;
  // A window that is closing can still be seen.
  if ((await page.locator('[data-porch][data-open]').count()) === 0) await widget.open();
  await widget.say(`Question ${trips}`);
  const id = await conversationWith(desk, `Question ${trips}`);
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  await replyAs(desk, id, `Answer ${trips}`);
  await widget.message(`Answer ${trips}`).waitFor();
  return id;
};
