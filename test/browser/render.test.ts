import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { agent } from '../support/deskClient';
import { fixture, STUB } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { conversationWith, replyAs, roundTrip, widgetOf } from '../support/widget';

/** Due when the pointer leaves the page over its upper edge. */
const EXIT = { id: 'exit', text: 'Before you go', rules: [{ on: 'exit' }] };

const { browser, desk, pages } = await setUp({
  settings: { messenger: { canUserSeeConversationList: true, analytics: true, campaigns: [EXIT] } },
});

const BODY = `<input id="own"><style>.box{width:400px;height:500px;margin:20px}</style>
  <div class="box" id="a"></div><div class="box" id="b"></div>`;
/** A page that draws the widget itself. */
const pageWith = (script = '', autorender = false): string =>
  pages.serve(
    fixture('plain.html', {
      DESK: desk.origin,
      HEAD: `<script>window.zEMessenger = { autorender: ${autorender} }; ${STUB} ${script}</script>`,
      BODY,
    }),
  );

/** Calls `render` and waits for its callback. @returns the error */
const render = (page: Page, options: object) =>
  page.evaluate(
    (options) =>
      new Promise((resolve) =>
        (window as unknown as { zE: (...args: unknown[]) => void }).zE(
          'messenger',
          'render',
          options,
          resolve,
        ),
      ),
    options,
  ) as Promise<{ type: string; reason: string; message: string } | null>;
const embedded = (id: string) => ({ mode: 'embedded', widget: { targetElement: `#${id}` } });
const surfaces = (page: Page) => page.locator('[data-porch]').count();

describe('a page with autorender false', () => {
  it('has nothing of the widget but its script until it is drawn (api-12)', async () => {
    const { page } = await openPage(browser);
    const traffic = watchTraffic(page, desk.origin);
    await page.goto(pageWith());
    await page.evaluate("zE('messenger', 'open')");
    await traffic.settled();
    expect(await surfaces(page)).toBe(0);
    expect(await render(page, { mode: 'floating' })).toBeNull();
    const { launcher, log } = widgetOf(page);
    await launcher.waitFor();
    await log.waitFor();
    await roundTrip(desk, page);
  });

  it('has the launcher where it asks for it before load', async () => {
    const { page } = await openPage(browser);
    await page.goto(pageWith("zE('messenger', 'render', { mode: 'floating' })"));
    await widgetOf(page).open();
    await roundTrip(desk, page);
    expect(await surfaces(page)).toBe(1);
  });
});

describe('the embedded widget', () => {
  it.each([
    ['in a part of the page that is closed', "a.style.display = 'none'", "a.style.display = ''"],
    ['far below what is on screen', "a.style.marginTop = '6000px'", 'a.scrollIntoView()'],
  ])('reads nothing %s, until it is seen (api-16)', async (_, away, back) => {
    const { page } = await openPage(browser, { at: pageWith() });
    await render(page, embedded('a'));
    const { say, frame } = widgetOf(page);
    const text = `Before ${away}`;
    await say(text);
    const id = await conversationWith(desk, text);
    const isRead = async () => {
      const { body } = await agent(desk)('GET', `/conversations/${id}`);
      const { visitorLastRead, lastMessage } = body.conversation as never as {
        visitorLastRead: number;
        lastMessage: { received: number };
      };
      return visitorLastRead >= lastMessage.received;
    };
    await replyAs(desk, id, 'Seen');
    await expect.poll(isRead).toBe(true);
    await page.evaluate(`{ const a = document.getElementById('a'); ${away} }`);
    // The first answer may come before the browser has drawn the page again.
    for (const answer of ['Perhaps seen', 'Not seen', 'Not seen either']) {
      await replyAs(desk, id, answer);
      await frame.locator('li', { hasText: answer }).waitFor({ state: 'attached' });
    }
    expect(await isRead()).toBe(false);
    await page.evaluate(`{ const a = document.getElementById('a'); ${back} }`);
    await expect.poll(isRead).toBe(true);
  });

  it('fills its element, takes no focus, has no close button, and Tab leaves it (api-12)', async () => {
    const { page } = await openPage(browser, { at: pageWith() });
    await page.locator('#own').focus();
    expect(await render(page, embedded('a'))).toBeNull();
    const { window, composer, frame, launcher } = widgetOf(page);
    await composer.waitFor();
    expect(await launcher.count()).toBe(0);
    expect(await window.boundingBox()).toEqual(await page.locator('#a').boundingBox());
    expect(await page.evaluate('document.activeElement.id')).toBe('own');
    expect(await frame.getByRole('button', { name: 'Close messaging window' }).isVisible()).toBe(false);
    await roundTrip(desk, page);
    await composer.press('Escape');
    await page.evaluate("zE('messenger', 'close')");
    expect(await composer.isVisible()).toBe(true);
    await page.locator('#own').focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.hasAttribute('data-porch')")).toBe(false);
    await page.evaluate("zE('messenger', 'hide')");
    await window.waitFor({ state: 'hidden' });
    await page.evaluate("zE('messenger', 'show')");
    await window.waitFor();
  });

  it('goes where the next call says, with its conversation, also when nothing is stored (api-13)', async () => {
    const opened = await openPage(browser);
    const { page } = opened;
    await page.goto(
      pageWith(`zE('messenger:set', 'cookies', 'none');
        addEventListener('load', () => zE('messenger', 'render', ${JSON.stringify(embedded('a'))}))`),
    );
    const { window, message, composer } = widgetOf(page);
    await composer.waitFor();
    await roundTrip(desk, page);
    const said =
      (await widgetOf(page)
        .log.getByText(/^Question/)
        .textContent()) ?? '';
    const log = { mode: 'embedded', messageLog: { targetElement: '#b' } };
    expect(await render(page, log)).toBeNull();
    await message(said).waitFor();
    expect(await window.boundingBox()).toEqual(await page.locator('#b').boundingBox());
    // An element that the page moves reloads its frame.
    await page.evaluate("document.body.prepend(document.querySelector('#b'))");
    await message(said).waitFor();
    await page.evaluate("document.querySelector('#b').remove()");
    await expect.poll(() => page.evaluate("document.querySelectorAll('iframe').length")).toBe(1);
    expect(await render(page, { mode: 'floating' })).toBeNull();
    await widgetOf(page).open();
    await message(said).waitFor();
    expect(await surfaces(page)).toBe(1);
  });

  it('shows list and conversation in an element each (api-12)', async () => {
    const { page } = await openPage(browser, { at: pageWith() });
    const options = {
      mode: 'embedded',
      conversationList: { targetElement: '#a' },
      messageLog: { targetElement: '#b' },
    };
    expect(await render(page, options)).toBeNull();
    const list = page.frameLocator('#a iframe');
    const log = page.frameLocator('#b iframe');
    const box = log.locator('[data-on=composer]').getByRole('textbox');
    await box.fill('The first one');
    await box.press('Enter');
    await list.getByText('You: The first one').waitFor();
    await list.getByRole('button', { name: 'New conversation' }).click();
    await log.getByText('The first one').waitFor({ state: 'hidden' });
    await list.getByText('You: The first one').click();
    await log.getByText('The first one').waitFor();
    expect(await list.getByRole('textbox').count()).toBe(0);
  });
});

describe('render', () => {
  it('tells the problem, and leaves the page as it is (api-13)', async () => {
    const { page } = await openPage(browser, { expectedProblems: [/^Porch: messenger\.render: /] });
    await page.goto(pageWith());
    expect(await render(page, embedded('a'))).toBeNull();
    const target = { targetElement: '#a' };
    for (const options of [
      {},
      { mode: 'window' },
      { mode: 'embedded' },
      embedded('nowhere'),
      { mode: 'embedded', widget: { targetElement: '##' } },
      { mode: 'embedded', conversationList: target },
      { mode: 'embedded', widget: target, messageLog: target },
      { mode: 'embedded', messageLog: { targetElement: '##' } },
      { mode: 'embedded', conversationList: target, messageLog: target },
    ])
      expect(await render(page, options)).toMatchObject({
        type: 'RenderFailedError',
        reason: 'invalidArguments',
      });
    expect(await surfaces(page)).toBe(1);
  });

  it('does not embed a widget that floats already (api-13)', async () => {
    const { page } = await openPage(browser, { expectedProblems: [/The widget is already floating/] });
    await page.goto(pageWith('', true));
    await widgetOf(page).launcher.waitFor();
    expect(await render(page, { mode: 'floating' })).toBeNull();
    expect(await render(page, embedded('a'))).toMatchObject({ reason: 'notSupported' });
    expect(await surfaces(page)).toBe(1);
  });
});

/** Counts the page's own listeners and timers that live. */
const COUNTING = `
  window.living = { timers: new Set(), listeners: [] };
  const { timers, listeners } = living;
  const { setTimeout: after, clearTimeout: stop } = window;
  window.setTimeout = (run, ms) => {
    const id = after(() => { timers.delete(id); run(); }, ms);
    timers.add(id);
    return id;
  };
  window.clearTimeout = (id) => { timers.delete(id); stop(id); };
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target;
    target.addEventListener = (type, listener, options) => {
      listeners.push({ target, type, listener });
      return add.call(target, type, listener, options);
    };
    target.removeEventListener = (type, listener, options) => {
      const at = listeners.findIndex((l) => l.target === target && l.type === type && l.listener === listener);
      if (at >= 0) listeners.splice(at, 1);
      return remove.call(target, type, listener, options);
    };
  }`;

it('leaves nothing of the widget that the next call replaces (api-13)', async () => {
  const { page } = await openPage(browser);
  const shown: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/frontendevents/dl')) shown.push(request.postData() ?? '');
  });
  await page.goto(
    pageWith(`window.displayed = 0; ${COUNTING}
      zE('messenger:on', 'proactiveMessageDisplayed', () => displayed++)`),
  );
  const living = () =>
    page.evaluate(() => {
      const { timers, listeners } = Reflect.get(window, 'living') as {
        timers: Set<number>;
        listeners: { type: string }[];
      };
      return {
        timers: timers.size,
        listeners: listeners.map(({ type }) => type).sort(),
        frames: frames.length,
        roots: document.querySelectorAll('[data-porch]').length,
      };
    });
  const float = async () => {
    const parts = ['campaigns', 'analytics'].map((name) =>
      page.waitForFunction(
        (file) => performance.getEntriesByType('resource').some((r) => r.name.includes(`/${file}.`)),
        name,
      ),
    );
    expect(await render(page, { mode: 'floating' })).toBeNull();
    await Promise.all(parts);
    // The campaigns listen once they have loaded.
    await page.waitForFunction(() =>
      (Reflect.get(window, 'living') as { listeners: { type: string }[] }).listeners.some(
        ({ type }) => type === 'mouseout',
      ),
    );
  };
  await float();
  // Embedded, the messenger connects, and keeps listening.
  const connected = page.waitForEvent('websocket');
  expect(await render(page, embedded('a'))).toBeNull();
  await widgetOf(page).composer.waitFor();
  await connected;
  await float();
  await widgetOf(page).launcher.waitFor();
  const once = await living();
  expect(once.listeners).toEqual(expect.arrayContaining(['mouseout', 'pagehide', 'scroll']));
  for (let i = 0; i < 9; i++) {
    expect(await render(page, embedded('a'))).toBeNull();
    await float();
  }
  // A widget that is replaced while its parts still load.
  await Promise.all([render(page, { mode: 'floating' }), render(page, embedded('b'))]);
  await float();
  // A timer of the first may still have run when they were counted. Nine that leave one each would leave more.
  const left = async () => {
    const now = await living();
    return { ...now, timers: Math.max(now.timers, once.timers) };
  };
  await expect.poll(left).toEqual(once);
  await page.evaluate(() =>
    document.dispatchEvent(new MouseEvent('mouseout', { clientY: 0, relatedTarget: null })),
  );
  await page.getByRole('button', { name: EXIT.text }).waitFor();
  await expect.poll(() => shown.length).toBe(1);
  expect(await page.evaluate('displayed')).toBe(1);
});
