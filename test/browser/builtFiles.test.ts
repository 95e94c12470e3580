import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeFeatures } from '../../src/conversation/homeFeatures';
import { lazyChunks } from '../../src/delivery/chunks';
import { leaveAndReturn } from '../support/backForward';
import { launchBrowser, openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { conversationWith, replyAs, roundTrip, widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$'];

const built = fileURLToPath(new URL('../../build/dist', import.meta.url));
/** The folder of the build. */
const folder = join(built, readdirSync(built).find((name) => !name.includes('.')) ?? '');

describe('the built files', () => {
  it.each([...Object.keys(lazyChunks), 'composerTools', 'attachments', 'emojiPicker'])(
    'import nothing but what has loaded, where a request may hang: %s (start-23)',
    (name) => {
      const code = readFileSync(join(folder, `${name}.js`), 'utf8');
      const imported = [...code.matchAll(/\b(?:import|from)"([^"]+)"/g)].map(([, file]) => file);
      expect(imported.filter((file) => file !== './messenger.js')).toEqual([]);
    },
  );

  it('have the names by which they are asked for at another address (start-23)', () => {
    const files = Object.entries(homeFeatures).map(([name, { file = name }]) => `${file}.js`);
    expect(files.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  it('keep the page up to date after minification: messages, states, badge and names', async () => {
    const { page } = await openPage(browser, { at: pageWith() });
    const { launcher, window, log, open, say, message, frame } = widgetOf(page);
    await open();
    await frame.getByText('How can we help?').waitFor();
    await say('One');
    expect(await frame.getByText('How can we help?').count()).toBe(0);
    await log.getByText('Sent', { exact: true }).waitFor();
    const id = await conversationWith(desk, 'One');
    for (let i = 0; i < 5; i += 1) {
      await replyAs(desk, id, `Reply ${i}`);
      await message(`Reply ${i}`).waitFor();
    }
    await say('Two');
    await expect.poll(() => log.getByText('Sent', { exact: true }).count()).toBe(1);
    await launcher.click();
    await window.waitFor({ state: 'hidden' });
    const badge = page.locator('[data-porch] .b');
    expect(await badge.isVisible()).toBe(false);
    for (let unread = 1; unread <= 3; unread += 1) {
      await replyAs(desk, id, `Unread ${unread}`);
      const words = `${unread} unread message${unread > 1 ? 's' : ''}`;
      await page.getByRole('button', { name: `Open messaging window, ${words}`, exact: true }).waitFor();
      expect(await badge.textContent()).toBe(String(unread));
    }
    await launcher.click();
    await message('Unread 3').waitFor();
    await frame.getByText('New messages', { exact: true }).waitFor();
    await launcher.click();
    await page.getByRole('button', { name: 'Open messaging window', exact: true }).waitFor();
    expect(await badge.isVisible()).toBe(false);
  });

  it('leave no names in the page’s scope: later classic scripts may declare any letter', async () => {
    const { page } = await openPage(browser);
    const HEAD = `<script src="${desk.origin}/porch/porch.js"></script>
      <script>const ${LETTERS.map((letter, i) => `${letter} = ${i}`).join(', ')};</script>
      <script>let zEMessenger, porch, launcher, messenger; class Realm {}; document.title = 'declared ' + (a + $);</script>`;
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD })));
    expect(await page.title()).toBe(`declared ${LETTERS.length - 1}`);
    await roundTrip(desk, page);
    expect(await page.evaluate('[a, b, c, e, n, t].join()')).toBe('0,1,2,4,13,19');
  });

  it('let the page into the back/forward cache, and messages arrive after it comes back', async () => {
    const complete = await launchBrowser([], { complete: true });
    onTestFinished(() => complete.close());
    const { page } = await openPage(complete, { at: pageWith() });
    const id = await roundTrip(desk, page);
    const elsewhere = pages.serve('<!doctype html><link rel="icon" href="data:,"><p>Elsewhere');
    await leaveAndReturn(page, elsewhere, () => replyAs(desk, id, 'While you were away'));
    // Playwright loses the frames of a restored page, so inspect them from the page itself.
    const shows = (text: string) =>
      page.waitForFunction((wanted) => {
        const frame = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('iframe');
        return frame?.contentDocument?.querySelector('[role=log]')?.textContent?.includes(wanted);
      }, text);
    await shows('While you were away');
    await replyAs(desk, id, 'Now you are back');
    await shows('Now you are back');
    await page.evaluate(() => {
      const frame = document.querySelector('[data-porch]')?.shadowRoot?.querySelector('iframe');
      frame?.contentDocument?.querySelector('textarea')?.focus();
    });
    await page.keyboard.insertText('I am');
    await page.keyboard.press('Enter');
    await conversationWith(desk, 'I am');
  });

  it('stay connected when a visitor follows a mailto: link, which does not leave the page', async () => {
    const { page } = await openPage(browser, { at: pageWith() });
    const id = await roundTrip(desk, page);
    // `beforeunload` fires in every frame of the page, including the one that runs the messenger.
    await page.evaluate(() => {
      const root = document.querySelector('[data-porch]')?.shadowRoot;
      const frames = [window, root?.querySelector('iframe')?.contentWindow as Window];
      for (const frame of frames) frame.addEventListener('beforeunload', () => (document.title += 'x'));
      const link = Object.assign(document.createElement('a'), { href: 'mailto:help@shop.example' });
      document.body.append(link);
      link.click();
    });
    await expect.poll(() => page.title()).toMatch(/xx/);
    await replyAs(desk, id, 'Still here');
    await widgetOf(page).message('Still here').waitFor();
  });
});
