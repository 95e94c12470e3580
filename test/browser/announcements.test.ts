import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent, sendAgentFile } from '../support/deskClient';
import type { Provoked } from '../support/pageProblems';
import { png } from '../support/pictures';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, textsAt, widgetAt } from '../support/widget';

/** The announcements of each test and their delays, printed in the test's output. */
const record: string[] = [];

const messenger = { waitTimeEnabled: true, queuePositionEnabled: true, queuePollingInterval: 1 };
const { browser, desk } = await setUp({ settings: { messenger } });

afterAll(async () => {
  console.log(['What a screen reader is told:', ...record].join('\n'));
});

type Heard = { text: string; how: 'politely' | 'at once'; at: number };

/**
 * Records in every frame what a screen reader would announce: text added to a live region that was already on
 * screen. Most screen readers ignore text that arrives together with its region, except in alerts.
 */
const recordLiveRegions = () => {
  const host = window.top as unknown as { heard?: Heard[] };
  host.heard ??= [];
  const heard = host.heard;
  const LIVE = '[aria-live],[role=status],[role=alert],[role=log]';
  const known = new WeakSet<Element>();
  const isDrawn = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden=true],[inert]');
  const isShown = () =>
    (window.frameElement?.checkVisibility({ visibilityProperty: true }) ?? true) &&
    !window.frameElement?.closest('[inert]');
  const manner = (region: Element) => {
    const role = region.getAttribute('role') ?? '';
    const live = region.getAttribute('aria-live') ?? (role === 'alert' ? 'assertive' : 'polite');
    return live === 'assertive' ? 'at once' : live === 'polite' ? 'politely' : undefined;
  };
  // Screen readers announce the whole content of a status or an alert, and only the additions to other
  // regions.
  const isWhole = (region: Element) => /^(status|alert)$/.test(region.getAttribute('role') ?? '');
  const note = (region: Element, node: Node) => {
    const how = manner(region);
    if (!how || !isDrawn(region) || !isShown() || (how === 'politely' && !known.has(region))) return;
    const what = isWhole(region) ? region : node;
    const text = ((what as HTMLElement).innerText ?? what.textContent).trim().replace(/\s+/g, ' ');
    if (text) heard.push({ text, how, at: Date.now() });
  };
  const look = (records: MutationRecord[]) => {
    const said = new Set<Node>();
    const once = (region: Element, node: Node) => {
      const what = isWhole(region) ? region : node;
      if (!said.has(what)) note(region, node);
      said.add(what);
    };
    for (const { target, addedNodes } of records) {
      for (const node of target.nodeType === Node.TEXT_NODE ? [target] : addedNodes) {
        if (!node.isConnected) continue;
        const region = (node as Element).closest?.(LIVE) ?? node.parentElement?.closest(LIVE);
        if (region) once(region, node);
        if (!(node instanceof Element)) continue;
        for (const inner of node.querySelectorAll(LIVE)) once(inner, inner);
      }
    }
    for (const region of document.querySelectorAll(LIVE)) {
      if (isDrawn(region)) known.add(region);
      else known.delete(region);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
};

/** Opens the widget of a visitor who has written `hello`, and records the announcements. */
const listen = async (hello: string, { clock = false, ...problems }: { clock?: boolean } & Provoked = {}) => {
  const opened = await openPage(browser, problems);
  const { page } = opened;
  if (clock) await page.clock.install();
  await page.addInitScript(recordLiveRegions);
  const widget = await widgetAt(page, `${desk.origin}/`);
  await widget.open();
  await widget.say(hello);
  const id = await conversationWith(desk, hello);
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  const ears = earsOf(page);
  return { ...opened, ...widget, ...ears, id };
};

const earsOf = (page: Page) => {
  const all = () => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
  return {
    all,
    /**
     * Waits until the announcements are exactly these, each as 'politely: words'.
     * @returns the delay of the last since `since`, ms
     */
    hears: async (lines: string[], since?: number) => {
      const told = async () => (await all()).map(({ text, how }) => `${how}: ${text}`);
      await expect.poll(told).toEqual(lines);
      const last = (await all()).at(-1);
      const after = (last?.at ?? 0) - (since ?? 0);
      if (since) record.push(`  ${last?.how}, ${after} ms after it happened: ${last?.text}`);
      return after;
    },
  };
};
const says = (id: string, text: string) => replyAs(desk, id, text, { name: 'Ada' });
const route = (id: string, what: string, body = {}) =>
  agent(desk)('POST', `/conversations/${id}/${what}`, body);
const messages = /\/conversations\/\w+\/messages$/;

describe('a screen reader is told', () => {
  it('a message once, with its author, politely and within two seconds', async () => {
    const { id, hears, message } = await listen('Live: receive');
    const since = Date.now();
    await says(id, 'It is on its way.');
    const after = await hears(['politely: Ada says: It is on its way.'], since);
    expect(after).toBeGreaterThanOrEqual(0);
    expect(after).toBeLessThan(2000);
    await message('It is on its way.').waitFor();
    // The second announcement must not repeat the first message.
    await says(id, 'Today.');
    await hears(['politely: Ada says: It is on its way.', 'politely: Ada says: Today.']);
  });

  it('each of two that come at once, once', async () => {
    const { id, all, message } = await listen('Live: two');
    // A message that comes before the subscription counts as history, which is not announced.
    const hearsOne = async () => {
      await says(id, 'Before');
      return (await all()).length;
    };
    await expect.poll(hearsOne, { interval: 500 }).toBeGreaterThan(0);
    await Promise.all([says(id, 'One'), says(id, 'Two')]);
    await Promise.all([message('One').waitFor(), message('Two').waitFor()]);
    await says(id, 'Three');
    await expect.poll(async () => (await all()).at(-1)?.text).toBe('Ada says: Three');
    const texts = (await all()).map(({ text }) => text).filter((text) => text !== 'Ada says: Before');
    expect(texts.sort()).toEqual(['Ada says: One', 'Ada says: Three', 'Ada says: Two']);
  });

  it('what a message without words is', async () => {
    const { id, hears, log } = await listen('Live: picture');
    await sendAgentFile(desk, id, { name: 'a.png', content: png(40, 40) }, { name: 'Ada' });
    await log.locator('img').first().waitFor();
    await hears([expect.stringMatching(/^politely: \S.* says: (Picture|a\.png)$/)]);
  });

  it('nothing of what the visitor writes, and at once that it could not be sent', async () => {
    const { page, id, hears, say, log } = await listen('Live: failure', {
      clock: true,
      expectedProblems: [/ERR_FAILED/],
    });
    await page.route(messages, (r) => (r.request().method() === 'POST' ? r.abort() : r.fallback()));
    const since = Date.now();
    await say('Into the void');
    await log.getByRole('alert').filter({ hasText: 'Try again' }).waitFor();
    await hears(['at once: Not sent yet Try again'], since);
    await page.unroute(messages);
    // The message is sent again without any action, after a while.
    await page.clock.fastForward(60_000);
    await expect.poll(() => textsAt(desk, id)).toContain('Into the void');
    await log.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('once that it could not be sent, however often it is tried again by itself, and anew when the visitor tries', async () => {
    const { page, all, say, log, frame } = await listen('Live: rounds', {
      clock: true,
      expectedProblems: [/ERR_FAILED/],
    });
    let tries = 0;
    await page.route(messages, (r) => {
      if (r.request().method() !== 'POST') return r.fallback();
      tries++;
      return r.abort();
    });
    await say('Round and round');
    // Moving the clock forward loses the connection, which is announced too.
    const unsent = 'Not sent yet Try again';
    const alerts = async () => (await all()).filter(({ how }) => how === 'at once').map(({ text }) => text);
    await expect.poll(alerts).toEqual([unsent]);
    const alert = log.getByRole('alert');
    for (let round = 2; round <= 4; round++) {
      await page.clock.fastForward(60_000);
      await expect.poll(() => tries).toBeGreaterThanOrEqual(round);
      await log.getByText('Not sent yet', { exact: true }).waitFor();
    }
    expect(await alert.count()).toBe(1);
    expect(await alerts()).toEqual([unsent]);
    const before = tries;
    await frame.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => tries).toBeGreaterThan(before);
    await expect.poll(alerts).toEqual([unsent, unsent]);
  });

  it('nothing of the history that is loaded, neither as a page opens nor on the way back', async () => {
    const { page, id, hears, message, log, frame } = await listen('Live: history');
    for (let n = 1; n <= 60; n++) await says(id, `Answer ${n}`);
    await message('Answer 60').waitFor();
    await page.reload();
    await message('Answer 60').waitFor();
    const { length } = await log.locator('li').all();
    await frame.getByRole('button', { name: 'Show earlier messages' }).press('Enter');
    await message('Live: history').waitFor({ state: 'attached' });
    expect(await log.locator('li').count()).toBeGreaterThan(length);
    // Announcing the loaded history would have put it before this message.
    await log.evaluate((e) => e.scrollTo(0, e.scrollHeight));
    await says(id, 'And here I am');
    await hears(['politely: Ada says: And here I am']);
  });

  it('politely that an agent types, once, and nothing when they stop', async () => {
    const { id, hears, frame } = await listen('Live: typing');
    const typing = frame.getByRole('status').filter({ hasText: 'is typing' });
    const since = Date.now();
    await route(id, 'activity', { type: 'typing:start', name: 'Ada' });
    await typing.waitFor();
    await hears([expect.stringMatching(/^politely: \S+ is typing$/)], since);
    await route(id, 'activity', { type: 'typing:stop' });
    await typing.waitFor({ state: 'detached' });
    await says(id, 'Written');
    await hears([expect.stringMatching(/ is typing$/), 'politely: Ada says: Written']);
  });

  it('politely that the device is offline, and that it is back', async () => {
    const { page, hears } = await listen('Live: offline', {
      possibleProblems: [/ERR_INTERNET_DISCONNECTED/],
    });
    const offline = 'politely: You’re offline. Your messages will be sent later.';
    const since = Date.now();
    await page.context().setOffline(true);
    expect(await hears([offline], since)).toBeGreaterThan(4500);
    await page.context().setOffline(false);
    await hears([offline, 'politely: You’re back online']);
  });

  it('politely that the connection is sought, and that it is back', async () => {
    // A long poll may begin before the socket is there.
    const { page } = await openPage(browser, { possibleProblems: [/ERR_FAILED/] });
    const sockets: { close(): Promise<void> }[] = [];
    await page.clock.install();
    await page.addInitScript(recordLiveRegions);
    await page.context().routeWebSocket(/\/faye/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    const widget = await widgetAt(page, `${desk.origin}/`);
    await widget.open();
    await widget.say('Live: reconnect');
    const id = await conversationWith(desk, 'Live: reconnect');
    await says(id, 'Connected');
    const { hears } = earsOf(page);
    const before = 'politely: Ada says: Connected';
    await hears([before]);
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    await page.route(/\/faye/, (r) => r.abort());
    const since = Date.now();
    for (const socket of sockets.splice(0)) await socket.close();
    const sought = 'politely: Reconnecting… Your messages will be sent later.';
    await hears([before, sought], since);
    await page.unroute(/\/faye/);
    // Move forward to the next attempt.
    await page.clock.fastForward(15_000);
    await hears([before, sought, 'politely: You’re back online']);
  });

  it('nothing of the old log when the widget opens with unread messages', async () => {
    const { page, id, hears, launcher, message, composer } = await listen('Live: unread');
    await launcher.click();
    await composer.waitFor({ state: 'hidden' });
    await says(id, 'While you were away');
    await expect.poll(() => launcher.getAttribute('aria-label')).toContain('1 unread message');
    await launcher.click();
    await message('While you were away').waitFor();
    await says(id, 'You are here');
    await hears(['politely: Ada says: You are here']);
    // The same holds on a new page, where the window is drawn when it opens.
    await launcher.click();
    await says(id, 'Away again');
    await expect.poll(() => launcher.getAttribute('aria-label')).toContain('1 unread message');
    await page.reload();
    await expect.poll(() => launcher.getAttribute('aria-label')).toContain('1 unread message');
    await launcher.click();
    await message('Away again').waitFor();
    await says(id, 'Here again');
    await hears(['politely: Ada says: Here again']);
  });

  it('at once the mistakes in a form', async () => {
    const { page, id, hears, log } = await listen('Live: form');
    await route(id, 'messages', {
      type: 'form',
      name: 'Ada',
      fields: [{ type: 'text', name: 'name', label: 'Name' }],
    });
    await log.getByLabel('Name', { exact: true }).focus();
    const form = 'politely: Ada says: Name';
    await hears([form]);
    const since = Date.now();
    await page.keyboard.press('Enter');
    await hears([form, 'at once: Enter a name'], since);
  });

  it('at once that a file could not be sent', async () => {
    const { page, hears, frame } = await listen('Live: upload', { expectedProblems: [/ERR_FAILED/] });
    await page.route(/\/files$/, (r) => r.abort());
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      frame.getByRole('button', { name: 'Upload file' }).click(),
    ]);
    const since = Date.now();
    await chooser.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png(8, 8)) });
    await hears(['at once: Not sent yet Try again'], since);
  });

  it('politely the place in the queue, and again only when it changes', async () => {
    const first = await listen('Live: first in the queue');
    const second = await listen('Live: second in the queue');
    await route(first.id, 'queue');
    await route(second.id, 'queue');
    const place = (n: number) => second.frame.getByRole('status').filter({ hasText: `in the queue: ${n}` });
    await place(2).waitFor();
    const before = (await second.all()).length;
    const since = Date.now();
    await route(first.id, 'assign', { name: 'Ada' });
    await place(1).waitFor();
    // Wait for two more requests for the waiting time.
    for (let i = 0; i < 2; i++) await second.page.waitForResponse(/wait/);
    const heard = (await second.all()).slice(before);
    expect(heard.map(({ text, how }) => `${how}: ${text}`)).toEqual([
      expect.stringMatching(/^politely: Position in the queue: 1( Estimated wait: \d+ \w+)?$/),
    ]);
    record.push(`  ${heard[0]?.how}, ${(heard[0]?.at ?? 0) - since} ms after it happened: ${heard[0]?.text}`);
  });
});
