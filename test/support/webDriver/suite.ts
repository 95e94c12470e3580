import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startDesk } from '../desk';
import { forThisFile } from '../forThis';
import { startHoldingProxy } from '../holdingProxy';
import { fixture, startHostPages } from '../hostPages';
import { agentUndoes, visitorUndoes } from '../undoing';
import { conversationWith, replyAs, textsAt } from '../widget';
import { closeByBack } from './closeByBack';
import { type Driver, ENTER, ESCAPE, SHIFT, TAB } from './driver';
import { onPagesOfOthers } from './pagesIn';
import { widgetIn } from './widgetIn';

const BOOTS = fileURLToPath(
  new URL('../../../examples/support-desk/inbox/public/samples/boots.png', import.meta.url),
);

/** Collects what no script of the page catches, and what its policy blocks. */
const WATCH = `<script>
  window.problems = [];
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(type, (event) => problems.push(String(event.message || event.reason || event.blockedURI)), true);
</script>`;

/**
 * The tests of a browser other than Chromium.
 * @param launch starts it; without it, the tests are skipped
 */
export const inThisBrowser = (name: string, launch: (() => Promise<Driver>) | undefined): void => {
  if (!launch) {
    it.skip(`${name} is not installed`, () => {});
    return;
  }
  describe(name, async () => {
    const desk = await forThisFile(startDesk());
    const proxy = await forThisFile(startHoldingProxy(desk));
    const pages = await forThisFile(startHostPages());
    const driver = await forThisFile(launch());
    const html = fixture('plain.html', { DESK: proxy.origin, HEAD: WATCH });
    const address = pages.serve(html);
    const inOneFile = pages.serve(html.replace('porch.js', 'porch.now.js'));
    const inArabic = pages.serve(html.replace('porch.js', 'porch.now.js?locale=ar'));
    const empty = pages.serve('<!doctype html><title>Empty</title>');
    const widget = widgetIn(driver);

    it('takes and keeps what the visitor writes before the messenger is there', async () => {
      const release = proxy.hold(/\/messenger\./);
      await driver.goto(address);
      await widget.openEarly();
      await expect.poll(widget.hasFocus).toBe(true);
      expect(await widget.nameOfBox()).toBe('Type a message');
      await driver.type(`Sent early${ENTER}`);
      await expect.poll(widget.texts).toEqual(['Sent early']);
      await driver.type('Half a');
      await expect.poll(widget.written).toBe('Half a');
      await widget.watchBox();
      expect(await widget.isDrawn()).toBe(false);
      release();
      await widget.hasCard();
      await driver.type(' sentence');
      await expect.poll(widget.written).toBe('Half a sentence');
      expect(await widget.changesOfBox()).toEqual([]);
      const id = await conversationWith(desk, 'Sent early');
      await driver.type(ENTER);
      await expect.poll(() => textsAt(desk, id)).toEqual(['Sent early', 'Half a sentence']);
      await expect.poll(widget.texts).toEqual(['Sent early', 'Half a sentence']);
      expect(await widget.problems()).toEqual([]);
    });

    it('closes by Escape before the messenger is there, and once more when it is (layout-14)', async () => {
      const release = proxy.hold(/\/messenger\./);
      await driver.goto(empty);
      await driver.run('localStorage.clear(); sessionStorage.clear()');
      await driver.goto(address);
      await widget.openEarly();
      await expect.poll(widget.hasFocus).toBe(true);
      await driver.type(ESCAPE);
      await expect.poll(widget.isClosed).toBe(true);
      await driver.type(ENTER);
      await expect.poll(widget.hasFocus).toBe(true);
      release();
      await widget.hasCard();
      await driver.type(ESCAPE);
      await expect.poll(widget.isClosed).toBe(true);
      expect(await widget.problems()).toEqual([]);
    });

    it('has one row and its words in an empty text box in Arabic, before the messenger and with it (composer-15)', async () => {
      const release = proxy.hold(/\/messenger\./);
      await driver.goto(empty);
      await driver.run('localStorage.clear(); sessionStorage.clear()');
      await driver.goto(inArabic);
      await widget.openEarly();
      await expect.poll(widget.roomOfBox).toEqual({ rows: 1, beside: 0, direction: 'rtl' });
      release();
      await widget.hasCard();
      await expect.poll(widget.roomOfBox).toEqual({ rows: 1, beside: 0, direction: 'rtl' });
      await driver.type('Latin');
      await expect.poll(widget.written).toBe('Latin');
      expect(await widget.roomOfBox()).toEqual({ rows: 1, beside: 0, direction: 'rtl' });
    });

    it('shows the agent’s answer, takes a reply and keeps both over a reload', async () => {
      await driver.goto(empty);
      await driver.run('localStorage.clear(); sessionStorage.clear()');
      await driver.goto(inOneFile);
      await widget.openEarly();
      await widget.hasCard();
      await expect.poll(widget.hasFocus).toBe(true);
      await driver.type(`Is the Heron light?${ENTER}`);
      const id = await conversationWith(desk, 'Is the Heron light?');
      await replyAs(desk, id, 'It is 22.4 kg.');
      await expect.poll(widget.texts).toEqual(['Is the Heron light?', 'It is 22.4 kg.']);
      await driver.type(`Good.${ENTER}`);
      await expect.poll(() => textsAt(desk, id)).toEqual(['Is the Heron light?', 'It is 22.4 kg.', 'Good.']);
      expect(await widget.problems()).toEqual([]);

      await driver.type(ESCAPE);
      await expect.poll(widget.isClosed).toBe(true);
      await widget.click();
      await expect.poll(widget.hasFocus).toBe(true);

      await driver.reload();
      await widget.openEarly();
      await expect.poll(widget.texts).toEqual(['Is the Heron light?', 'It is 22.4 kg.', 'Good.']);
      await replyAs(desk, id, 'Come by.');
      await expect.poll(async () => (await widget.texts()).at(-1)).toBe('Come by.');
      expect(await widget.problems()).toEqual([]);
    });

    it('creates one visitor at a time for all tabs (visitor-16)', async () => {
      const locks = () =>
        driver.run<number>('return navigator.locks.query().then(({ held }) => held.length)');
      await driver.goto(empty);
      await driver.run('localStorage.clear(); sessionStorage.clear()');
      const release = proxy.hold(/\/appusers$/);
      await driver.goto(address);
      await widget.openEarly();
      await expect.poll(locks).toBe(1);
      await driver.type(`Held back${ENTER}`);
      release();
      const id = await conversationWith(desk, 'Held back');
      expect(await textsAt(desk, id)).toEqual(['Held back']);
      await expect.poll(locks).toBe(0);
    });

    it('has the menu, and Tab and Shift+Tab in their circle (focus-1)', async () => {
      await driver.goto(empty);
      await driver.run('localStorage.clear(); sessionStorage.clear()');
      await driver.goto(inOneFile);
      await widget.openEarly();
      await widget.hasCard();
      await widget.press('[aria-label=Options]');
      await expect.poll(() => widget.has('[role=menu] [role=menuitem]')).toBe(true);
      await driver.type(ESCAPE);
      await expect.poll(() => widget.has('[role=menu]')).toBe(false);
      await widget.focus('[aria-label="Back to conversations"]');
      await driver.press(SHIFT, TAB);
      await expect.poll(widget.focused).toBe('the launcher');
      await driver.press(SHIFT, TAB);
      await expect.poll(widget.focused).toBe('Send message');
      await driver.type(TAB);
      await expect.poll(widget.focused).toBe('the launcher');
      await driver.type(TAB);
      await expect.poll(widget.focused).toBe('Back to conversations');
      expect(await widget.problems()).toEqual([]);
    });

    it('sends a file, and shows it and each text in a second tab', async () => {
      await driver.goto(empty);
      await driver.run('localStorage.clear(); sessionStorage.clear()');
      await driver.goto(inOneFile);
      await widget.openEarly();
      await widget.hasCard();
      await driver.type(`In the first tab${ENTER}`);
      const id = await conversationWith(desk, 'In the first tab');
      await widget.press('[aria-label="Add emoji"]');
      await widget.upload(BOOTS);
      await expect.poll(() => widget.has('img[src^=http]')).toBe(true);
      await driver.inSecondTab(async () => {
        await driver.goto(inOneFile);
        await widget.openEarly();
        await expect.poll(() => widget.has('img[src^=http]')).toBe(true);
        await driver.type(`In the second tab${ENTER}`);
        await expect.poll(() => textsAt(desk, id)).toContain('In the second tab');
      });
      await expect.poll(widget.texts).toEqual(['In the first tab', 'In the second tab']);
      expect(await widget.problems()).toEqual([]);
    });

    it('takes back what was put into the visitor’s text box, one by one (composer-16)', async () => {
      await driver.goto(empty);
      await driver.run('localStorage.clear(); sessionStorage.clear()');
      await driver.goto(inOneFile);
      await widget.openEarly();
      await visitorUndoes(driver);
      expect(await widget.problems()).toEqual([]);
    });

    it('takes back what was put into the agent’s text box, one by one', () => agentUndoes(driver, desk));

    it('closes a window that fills the screen by Back, and the page stays where it is (router-12)', async () => {
      await driver.resize(500, 900);
      try {
        await closeByBack(driver, pages, html);
      } finally {
        await driver.resize(1280, 900);
      }
    });

    await onPagesOfOthers(desk, driver, WATCH);
  });
};
