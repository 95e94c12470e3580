import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openPage } from '../support/browser';
import { STUB } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { conversationWith, replyAs, roundTrip, widgetAt, widgetOf } from '../support/widget';

const { browser, desk, pageWith } = await setUp();

/** The events that the page's listeners have received. */
const heard = (page: Page) => page.evaluate('window.heard') as Promise<unknown[]>;

/** Whether the launcher or the window is above a page layer with this z-index. */
const isAbove = (page: Page, zIndex: number): Promise<boolean> =>
  page.evaluate((z) => {
    const ours = document.querySelector('[data-porch]');
    const root = ours?.shadowRoot;
    const layer = document.createElement('div');
    layer.setAttribute('style', `position:fixed;inset:0;z-index:${z}`);
    document.body.append(layer);
    const hits = [...(root?.querySelectorAll('button, iframe') ?? [])].flatMap((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return width ? [document.elementFromPoint(x + width / 2, y + height / 2) === ours] : [];
    });
    layer.remove();
    return hits.length > 0 && hits.every(Boolean);
  }, zIndex);

/** Expects this z-index to be effective among the page's own layers. */
const expectZIndex = async (page: Page, zIndex: number): Promise<void> => {
  expect([await isAbove(page, zIndex - 1), await isAbove(page, zIndex + 1)]).toEqual([true, false]);
};

const LISTEN = `
  heard = [];
  for (const event of ['open', 'close']) zE('messenger:on', event, (e) => heard.push(e.type));
  zE('messenger:on', 'unreadMessages', (count) => heard.push(count));
`;

const it = test.extend('page', async () => (await openPage(browser)).page);

describe('zE', () => {
  it('replays the calls of an inline stub in order', async ({ page }) => {
    await page.goto(
      pageWith(`${STUB} ${LISTEN}
        zE('messenger:set', 'zIndex', 5);
        zE('messenger', 'open'); zE('messenger', 'close'); zE('messenger', 'open');
        zE('messenger:set', 'zIndex', 6);`),
    );
    const { composer } = widgetOf(page);
    await composer.waitFor();
    expect(await heard(page)).toEqual(['messagingOpened', 'messagingClosed', 'messagingOpened']);
    await expectZIndex(page, 6);
  });

  it('opens, closes, hides and shows after load', async ({ page }) => {
    const { launcher, window, composer, open } = await widgetAt(page, pageWith());
    await open();
    await page.evaluate("zE('messenger', 'close')");
    await window.waitFor({ state: 'hidden' });
    await page.evaluate("zE('messenger', 'open')");
    await window.waitFor();
    await page.evaluate("zE('messenger', 'hide')");
    await launcher.waitFor({ state: 'hidden' });
    expect(await window.isVisible()).toBe(false);
    await page.evaluate("zE('messenger', 'open')");
    expect(await window.isVisible()).toBe(false);
    // `show` restores the earlier state.
    await page.evaluate("zE('messenger', 'show')");
    await launcher.waitFor();
    await composer.waitFor();
  });

  it('shows nothing for open after hide, also when both come before load (api-10)', async ({ page }) => {
    const traffic = watchTraffic(page, desk.origin);
    await page.goto(pageWith(`${STUB} zE('messenger', 'hide'); zE('messenger', 'open');`));
    await page.locator('[data-porch]').waitFor({ state: 'attached' });
    await expect.poll(() => traffic.requests()).toContain('GET /porch/launcher.js');
    await traffic.settled();
    const { launcher, window, composer } = widgetOf(page);
    expect(await launcher.isVisible()).toBe(false);
    expect(await window.isVisible()).toBe(false);
    await page.evaluate("zE('messenger', 'show')");
    await launcher.waitFor();
    await composer.waitFor();
  });

  it('shows the window that was opened while the widget was hidden', async ({ page }) => {
    await page.goto(pageWith(`${STUB} zE('messenger', 'hide'); zE('messenger', 'open');`));
    const { composer, frame } = widgetOf(page);
    await frame.locator('textarea').waitFor({ state: 'attached' });
    await page.evaluate("zE('messenger', 'show')");
    await composer.waitFor();
    await expect.poll(() => composer.evaluate((box) => box === document.activeElement)).toBe(true);
    await page.keyboard.type('At once');
    expect(await composer.inputValue()).toBe('At once');
    await composer.fill('');
    expect(await frame.locator('#s').count()).toBe(0);
    const height = async () => (await composer.boundingBox())?.height;
    const first = await height();
    // An edit measures the text box again.
    await composer.fill('a');
    await composer.fill('');
    expect(first).toBe(await height());
  });

  it('hides before load and shows again before the messenger is there', async ({ page }) => {
    await page.goto(pageWith(`${STUB} zE('messenger', 'hide');`));
    await page.locator('[data-porch]').waitFor({ state: 'attached' });
    const { launcher } = widgetOf(page);
    expect(await launcher.isVisible()).toBe(false);
    await page.evaluate("zE('messenger', 'show')");
    await launcher.waitFor();
    await roundTrip(desk, page);
  });

  it('tells listeners of open, close and unread messages, until they unsubscribe', async () => {
    const opened = await openPage(browser, { expectedProblems: [/A listener of 'close' failed/] });
    const { page } = opened;
    const { open, say, launcher, message, window } = await widgetAt(page, pageWith());
    await launcher.waitFor();
    await page.evaluate(`
      heard = [];
      offs = ['open', 'close', 'unreadMessages'].map((name) =>
        zE('messenger:on', name, (data) => heard.push(typeof data === 'number' ? data : data.type)));
      // One that is gone before the messenger is there must never be heard of.
      zE('messenger:on', 'open', () => heard.push('never'))();
      // One that throws must not stop the others.
      zE('messenger:on', 'close', () => { throw new Error('the page\\'s own') });
      zE('messenger:on', 'close', (data) => heard.push(Object.keys(data).sort().join() + typeof data.createdAt));
      0`);
    await open();
    await say('Listening?');
    const id = await conversationWith(desk, 'Listening?');
    await page.evaluate("zE('messenger', 'close')");
    await window.waitFor({ state: 'hidden' });
    await replyAs(desk, id, 'One');
    await page.getByRole('button', { name: 'Open messaging window, 1 unread message' }).waitFor();
    await replyAs(desk, id, 'Two');
    await page.getByRole('button', { name: 'Open messaging window, 2 unread messages' }).waitFor();
    await open();
    await message('Two').waitFor();
    const told = [
      'messagingOpened',
      'messagingClosed',
      'createdAt,id,typenumber',
      1,
      2,
      'messagingOpened',
      0,
    ];
    await expect.poll(() => heard(page)).toEqual(told);
    await page.evaluate('for (const off of offs) off()');
    await page.evaluate("zE('messenger', 'close'); zE('messenger', 'open')");
    expect(await heard(page)).toEqual([...told, 'createdAt,id,typenumber']);
    expect(opened.problems.consoleErrors.every((e) => e.includes("A listener of 'close' failed"))).toBe(true);
    expect(opened.problems.consoleErrors).toHaveLength(2);
  });

  it('counts messages as unread while the page hides the open window (msg-16)', async ({ page }) => {
    const { message, window } = await widgetAt(page, pageWith());
    const id = await roundTrip(desk, page);
    await page.evaluate(
      `counts = []; zE('messenger:on', 'unreadMessages', (n) => counts.push(n)); zE('messenger', 'hide')`,
    );
    await window.waitFor({ state: 'hidden' });
    await replyAs(desk, id, 'While hidden');
    await expect.poll(() => page.evaluate('counts')).toEqual([1]);
    await page.evaluate("zE('messenger', 'show')");
    await message('While hidden').waitFor();
    await expect.poll(() => page.evaluate('counts')).toEqual([1, 0]);
  });

  it('sets the z-index of launcher and window, and every later one', async ({ page }) => {
    const { launcher, open } = await widgetAt(page, pageWith());
    await launcher.waitFor();
    await expectZIndex(page, 999_999);
    await page.evaluate("zE('messenger:set', 'zIndex', 42)");
    await expectZIndex(page, 42);
    await open();
    await expectZIndex(page, 42);
    await page.evaluate("zE('messenger:set', 'zIndex', 7)");
    await expectZIndex(page, 7);
  });

  for (const [when, before] of [
    ['before anything is stored', `${STUB} zE('messenger:set', 'cookies', 'none');`],
    ['later', ''],
  ] as const) {
    it(`stores nothing in the browser with cookies none, set ${when}`, async ({ page }) => {
      await page.goto(pageWith(before));
      const id = await roundTrip(desk, page);
      const stored = () =>
        page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
      if (!before) {
        expect(await stored()).not.toEqual([]);
        await page.evaluate("zE('messenger:set', 'cookies', 'none')");
      }
      await expect.poll(stored).toEqual([]);
      expect(await page.context().cookies()).toEqual([]);
      const { say, message } = widgetOf(page);
      await say('Still usable');
      await conversationWith(desk, 'Still usable');
      await replyAs(desk, id, 'It is');
      await message('It is').waitFor();
      expect(await stored()).toEqual([]);
    });
  }

  const AR = new URL('../../locales/ar.json', import.meta.url);
  it.runIf(existsSync(AR))(
    'speaks Arabic from right to left when told to, in its frame’s title, too (layout-7)',
    async () => {
      const words = JSON.parse(readFileSync(AR, 'utf8')) as Record<string, string>;
      for (const script of [`${STUB} zE('messenger:set', 'locale', 'ar');`, '']) {
        const { page } = await openPage(browser, { at: pageWith(script) });
        if (!script) {
          await widgetOf(page).open();
          await page.evaluate("zE('messenger:set', 'locale', 'ar')");
        }
        const launcher = page.getByRole('button', {
          name: script ? words.launcher_open : words.launcher_close,
          exact: true,
        });
        await launcher.waitFor();
        if (script) await launcher.click();
        const frame = page.frameLocator(`iframe[title="${words.frame_home}"]`);
        await frame.getByRole('textbox', { name: words.composer_label, exact: true }).waitFor();
        await frame.getByRole('log', { name: words.log_name, exact: true }).waitFor();
        await frame.getByRole('button', { name: words.composer_send, exact: true }).waitFor();
        expect(await frame.locator('html').getAttribute('dir')).toBe('rtl');
        expect(await frame.locator('html').getAttribute('lang')).toBe('ar');
      }
    },
  );

  it('finds the words of a bare language with no request in vain, and fetches each file once (locale-7)', async () => {
    const { page } = await openPage(browser);
    const asked: string[] = [];
    page.on('response', (answer) => {
      const [, name = ''] = /\/l\/(.+)\.js$/.exec(answer.url()) ?? [];
      if (name) asked.push(`${name} ${answer.status()}`);
    });
    await page.goto(pageWith(`${STUB} zE('messenger:set', 'locale', 'nb'); zE('messenger', 'open');`));
    await page.getByRole('button', { name: 'Lukk meldingsvinduet', exact: true }).waitFor();
    await page.evaluate("for (const code of ['de', 'nb', 'de']) zE('messenger:set', 'locale', code)");
    await page.getByRole('button', { name: 'Nachrichtenfenster schließen', exact: true }).waitFor();
    await page.evaluate("zE('messenger:set', 'locale', 'nb')");
    await page.getByRole('button', { name: 'Lukk meldingsvinduet', exact: true }).waitFor();
    // The loader has fetched the file of the configuration's locale, `no`, in advance.
    expect(asked.filter((one) => one !== 'no 200').sort()).toEqual(['de 200', 'nb 200']);
  });

  it('calls back from each setter on a page where nobody clicks (start-11)', async ({ page }) => {
    await page.goto(
      pageWith(`${STUB} window.heard = [];
        for (const [name, value] of [['conversationFields', []], ['conversationTags', ['a']], ['conversationMetadata', { a: 1 }], ['userMetadata', { a: 1 }]])
          zE('messenger:set', name, value, () => heard.push(name));`),
    );
    await expect.poll(async () => (await heard(page)).length).toBe(4);
  });

  it('calls a function at once, and logs one pointer for the calls of the classic widget (api-14, api-15)', async () => {
    const { page, problems } = await openPage(browser, { at: pageWith(), expectedProblems: [/classic/] });
    await widgetOf(page).launcher.waitFor();
    const classic = () =>
      page.evaluate(`[['webWidget', 'hide'], ['webWidget:on', 'close', () => {}], ['webWidget:get', 'display'], ['webWidget', 'setLocale', 'de']]
        .map((args) => { try { zE(...args); return 'ok'; } catch (e) { return e.message; } })`);
    expect(await classic()).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(await page.evaluate("let ready = 0; zE(() => { ready++; zE('messenger', 'open'); }); ready")).toBe(
      1,
    );
    await widgetOf(page).composer.waitFor();
    await expect.poll(() => problems.consoleErrors.filter((line) => line.includes('classic')).length).toBe(1);
    expect(await classic()).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(problems.consoleErrors).toHaveLength(1);
  });

  for (const [name, call] of [
    ['open', "zE('messenger', 'open')"],
    ['loginUser', "zE('messenger', 'loginUser', () => { asked = true }, (e) => told.push(e))"],
    ['logoutUser', "zE('messenger', 'logoutUser')"],
    ['useSessionAuth', "zE('messenger', 'useSessionAuth')"],
    ['resetWidget', "zE('messenger', 'resetWidget', () => told.push('reset'))"],
    ['newConversation', "zE('messenger', 'newConversation', {}, (e, made) => told.push(made.id))"],
  ] as const) {
    it(`fetches the messenger at once for ${name} on a fresh page (start-11)`, async () => {
      for (const early of [true, false]) {
        const { page } = await openPage(browser);
        const traffic = watchTraffic(page, desk.origin);
        await page.goto(pageWith(`told = []; asked = false; ${early ? `${STUB} ${call}` : ''}`));
        await widgetOf(page).launcher.waitFor();
        if (!early) {
          // Setting, listening and hiding do not load the messenger.
          await page.evaluate(`zE('messenger', 'hide'); zE('messenger', 'show'); zE('messenger', 'close');
            zE('messenger:set', 'zIndex', 9); zE('messenger:on', 'open', () => {}); 0`);
          await traffic.settled();
          expect(traffic.requests()).not.toContain('GET /porch/messenger.js');
          await page.evaluate(`${call}; 0`);
        }
        await expect.poll(() => traffic.requests()).toContain('GET /porch/hostCalls.js');
        if (name === 'loginUser') await page.waitForFunction('asked');
        if (name === 'resetWidget') await page.waitForFunction("told[0] === 'reset'");
        if (name === 'newConversation') await page.waitForFunction("typeof told[0] === 'string'");
      }
    });
  }

  it('logs wrong arguments given before load, too', async () => {
    const opened = await openPage(browser, { expectedProblems: [/^Porch: /] });
    const { page } = opened;
    await page.goto(
      pageWith(
        `${STUB} zE('messenger:set', 'zIndex', 'x'); zE('messenger:set', 'locale', {}); zE('messenger', 'nope');`,
      ),
    );
    await widgetOf(page).open();
    await expectZIndex(page, 999_999);
    expect(opened.problems.consoleErrors.map((e) => e.split(/[.\n]/)[0])).toEqual([
      'Porch: Error: Method messenger',
      'Porch: zIndex must be a number',
      'Porch: locale must be a BCP 47 language tag',
    ]);
  });
});
