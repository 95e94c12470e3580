import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { MOVING, openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { setUp } from '../support/setUp';
import { replyAs, widgetOf } from '../support/widget';

const numbered = (i: number) => `Message ${i}: ${'words and more words '.repeat(1 + (i % 5))}`.trim();
const TOTAL = 150;

const { browser, desk } = await setUp();
const { page } = await openPage(browser, {
  ...MOVING,
  expectedProblems: [/status of 403/, /^Porch: Earlier messages could not/, /ERR_FAILED/],
});
const widget = widgetOf(page);
let conversation: string;

beforeAll(async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"/>';
  await page.route('**/picture.svg', (route) => route.fulfill({ body: svg, contentType: 'image/svg+xml' }));
  await page.goto(`${desk.origin}/`);
  await widget.open();
  await widget.say('Hello');
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  const { body } = await agent(desk)('GET', '/conversations');
  conversation = body.conversations[0]?._id as string;
  for (let i = 0; i < TOTAL; i++) await replyAs(desk, conversation, numbered(i));
  await widget.message(numbered(TOTAL - 1)).waitFor();
  // Only the last page of messages is loaded, as for a returning visitor.
  await page.reload();
  await widget.message(numbered(TOTAL - 1)).waitFor();
  // The newest message arrives with the conversation. The page before it and the code that keeps the scroll
  // position follow.
  await widget.message(numbered(TOTAL - 40)).waitFor({ state: 'attached' });
  await widget.frame.getByRole('button', { name: 'Show earlier messages' }).waitFor({ state: 'attached' });
});

const rows = () => widget.log.locator('li').count();
const topOf = async (what: Locator) => what.evaluate((e) => e.getBoundingClientRect().top);
/** Waits two frames, so that changes are painted. */
const painted = () =>
  widget.log.evaluate(
    (e) =>
      new Promise<void>((done) => {
        const view = e.ownerDocument.defaultView as Window;
        view.requestAnimationFrame(() => view.requestAnimationFrame(() => done()));
      }),
  );
const scrollTo = async (top: number) => {
  await widget.log.evaluate((e, to) => {
    e.scrollTop = to;
  }, top);
  await painted();
};
const distanceFromEnd = () => widget.log.evaluate((e) => e.scrollHeight - e.scrollTop - e.clientHeight);
/** Marks the first message that begins inside the log's visible part, so that it can be found again. */
const watched = async (): Promise<Locator> => {
  await widget.log.evaluate((log) => {
    for (const old of log.querySelectorAll('[data-watched]')) old.removeAttribute('data-watched');
    const edge = log.getBoundingClientRect().top;
    const messages = [...log.querySelectorAll('li')].filter((li) => !li.querySelector('time'));
    const row = messages.find((li) => li.getBoundingClientRect().top >= edge);
    row?.setAttribute('data-watched', '');
  });
  return widget.log.locator('[data-watched]');
};
/** Enlarges a row above the visible part, as a loading picture does. */
const loadPictureAbove = () =>
  widget.log.evaluate((log) => {
    const edge = log.getBoundingClientRect().top;
    const above = [...log.querySelectorAll('li')].filter((li) => li.getBoundingClientRect().bottom < edge);
    const picture = log.ownerDocument.createElement('img');
    above.at(-2)?.append(picture);
    picture.src = '/picture.svg';
    return picture.decode();
  });

describe('the message under the reader’s eye', () => {
  it('starts at the end of the log', async () => {
    expect(await distanceFromEnd()).toBeLessThan(1);
  });

  it('stays where it is when a picture above it loads', async () => {
    await scrollTo(1500);
    const row = await watched();
    const [before, height] = [await topOf(row), await widget.log.evaluate((e) => e.scrollHeight)];
    await loadPictureAbove();
    await painted();
    expect(await widget.log.evaluate((e) => e.scrollHeight)).toBeGreaterThan(height + 200);
    expect(Math.abs((await topOf(row)) - before)).toBeLessThan(1);
  });

  it('stays where it is when an agent starts and stops typing', async () => {
    const row = await watched();
    const before = await topOf(row);
    const type = (activity: string) =>
      agent(desk)('POST', `/conversations/${conversation}/activity`, { type: activity });
    await type('typing:start');
    const typing = widget.log.getByText('is typing');
    await typing.waitFor({ state: 'attached' });
    await painted();
    expect(Math.abs((await topOf(row)) - before)).toBeLessThan(1);
    await type('typing:stop');
    await typing.waitFor({ state: 'detached' });
    await painted();
    expect(Math.abs((await topOf(row)) - before)).toBeLessThan(1);
  });

  it('stays where it is when a page of history comes in above, which scrolling there fetches', async () => {
    const held = await rows();
    await widget.frame.getByRole('button', { name: 'Show earlier messages' }).waitFor({ state: 'attached' });
    let answer = () => {};
    await page.route(/\/messages\?before=/, async (route) => {
      await new Promise<void>((done) => {
        answer = done;
      });
      await route.continue();
    });
    await scrollTo(0);
    await widget.frame.getByRole('button', { name: 'Loading earlier messages' }).waitFor();
    await painted();
    const row = await watched();
    const before = await topOf(row);
    answer();
    await expect.poll(rows).toBeGreaterThan(held);
    await page.unroute(/\/messages\?before=/);
    await painted();
    expect(Math.abs((await topOf(row)) - before)).toBeLessThan(1);
    expect(await widget.log.evaluate((e) => e.scrollTop)).toBeGreaterThan(300);
  });
});

describe('history', () => {
  it('that failed to load shows a failure and loads at a press', async () => {
    await page.route(/\/messages\?before=/, (route) => route.fulfill({ status: 403, body: '{}' }));
    await scrollTo(0);
    await widget.frame.getByText('Couldn’t load messages').waitFor();
    await page.unroute(/\/messages\?before=/);
    const held = await rows();
    await widget.frame.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(rows).toBeGreaterThan(held);
  });

  it('is loaded to its beginning by scrolling alone', async () => {
    await expect
      .poll(async () => {
        await scrollTo(0);
        return widget.message('Hello').count();
      })
      .toBe(1);
    await widget.frame.getByRole('button', { name: 'Show earlier messages' }).waitFor({ state: 'detached' });
    expect(await rows()).toBeGreaterThan(TOTAL);
  });
});

describe('a reader far from the end', () => {
  it('sees how many messages are new and jumps to them by keyboard', async () => {
    await scrollTo(1000);
    await widget.frame.getByRole('button', { name: 'Jump to latest' }).waitFor();
    const row = await watched();
    const before = await topOf(row);
    await replyAs(desk, conversation, 'One more');
    await replyAs(desk, conversation, 'And another');
    const jump = widget.frame.getByRole('button', { name: '2 new messages' });
    await jump.waitFor();
    expect(Math.abs((await topOf(row)) - before)).toBeLessThan(1);
    await jump.focus();
    await page.keyboard.press('Enter');
    await jump.waitFor({ state: 'detached' });
    await painted();
    expect(await distanceFromEnd()).toBeLessThan(1);
    expect(await widget.message('And another').isVisible()).toBe(true);
  });

  it('jumps to the end by sending, and sees there that it was read', async () => {
    await scrollTo(500);
    await widget.say('Thank you');
    await painted();
    expect(await distanceFromEnd()).toBeLessThan(1);
    await widget.log.getByText('Sent', { exact: true }).waitFor();
    await agent(desk)('POST', `/conversations/${conversation}/activity`, { type: 'conversation:read' });
    await widget.log.getByText('Seen', { exact: true }).waitFor();
  });
});

describe('what was not sent', () => {
  it('is last after a reload, and a text that is too long is there to be shortened (msg-6)', async () => {
    await page.route('**/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    const long = `Too long ${'x'.repeat(4100)}`;
    const tooLong = widget.log.getByText('This message is too long');
    await widget.say('Waits for the network');
    await widget.composer.fill(long);
    await widget.composer.press('Enter');
    await tooLong.waitFor();
    await page.reload();
    await widget.message(numbered(TOTAL - 40)).waitFor({ state: 'attached' });
    await tooLong.waitFor();
    const texts = await widget.log.locator('li').allInnerTexts();
    const at = (text: string) => texts.findIndex((shown) => shown.includes(text));
    expect(at('Waits for the network')).toBeGreaterThan(at(numbered(TOTAL - 1)));
    expect(texts.at(-1)).toContain('Too long xxx');
    await widget.log.getByRole('button', { name: 'Edit' }).click();
    expect(await widget.composer.inputValue()).toBe(long);
    await widget.composer.fill('');
    await page.unroute('**/messages');
  });
});
