import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MOVING, openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { hold } from '../support/hold';
import { boxOf, customize } from '../support/look';
import { forThisTest, setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

/** The colours of the launcher or its badge. */
const look = (launcher: Locator) =>
  launcher.evaluate((button) => {
    const { backgroundColor, color } = getComputedStyle(button);
    return { on: backgroundColor, ink: color };
  });

describe('a call before the visitor turns to the messenger dresses the launcher', () => {
  const WISHES = {
    position: { side: 'left', offset: { web: { horizontal: 40, vertical: 60 } } },
    theme: { action: '#1a0033', onAction: '#ffe9a8', scheme: 'dark' },
    labels: { launcher_open: 'Open messaging window, we answer at once' },
  };
  const DRESSED = { on: 'rgb(26, 0, 51)', ink: 'rgb(255, 233, 168)' };
  const tag = () => `<script src="${desk.origin}/porch/porch.js"></script>`;
  const stub = `<script>window.zE ||= function () { (zE.q ||= []).push(arguments) };
    zE('messenger:set', 'customization', ${JSON.stringify(WISHES)})</script>`;

  it.each([
    ['made while the script loads', true],
    ['made later', false],
  ])('%s; it does not move or change its colours when it is opened', async (_, queued) => {
    const { page } = await openPage(browser, MOVING);
    const traffic = watchTraffic(page, desk.origin);
    await page.goto(
      pages.serve(`<!doctype html><link rel="icon" href="data:,">${queued ? stub : ''}${tag()}`),
    );
    const { launcher, window, open, frame } = widgetOf(page);
    await launcher.waitFor();
    if (!queued) {
      expect((await boxOf(launcher)).x).toBeGreaterThan(900);
      await customize(page, WISHES);
    }
    await expect.poll(async () => (await boxOf(launcher)).x).toBe(40);
    const before = await boxOf(launcher);
    expect(before.y + before.height).toBe(800 - 60);
    expect(await look(launcher)).toEqual(DRESSED);
    expect(await launcher.getAttribute('aria-label')).toContain('we answer at once');
    // Neither the messenger nor a visitor is needed for it.
    await traffic.settled();
    expect(traffic.requests().filter((r) => /\/sc\/|messenger\.js/.test(r))).toEqual([]);
    // Every place and colour that the launcher has from here on.
    await launcher.evaluate((button) => {
      const seen = new Set<string>();
      const note = () => {
        const { backgroundColor, color } = getComputedStyle(button);
        seen.add(
          `${(button as HTMLElement).offsetLeft} ${(button as HTMLElement).offsetTop} ${backgroundColor} ${color}`,
        );
        requestAnimationFrame(note);
      };
      note();
      Object.assign(button, { seen });
    });
    await open();
    await frame.locator('header').waitFor();
    await expect.poll(async () => (await boxOf(window)).x).toBe(40);
    await expect
      .poll(() => frame.locator('html').evaluate((e) => getComputedStyle(e).colorScheme))
      .toBe('dark');
    const seen = await launcher.evaluate((button) => [
      ...(button as HTMLElement & { seen: Set<string> }).seen,
    ]);
    expect(seen).toEqual([`40 ${before.y} ${DRESSED.on} ${DRESSED.ink}`]);
    // After opening, live.
    await customize(page, { theme: { action: '#ffd800', onAction: '#ffe000' } });
    await expect.poll(() => look(launcher)).toMatchObject({ on: 'rgb(255, 216, 0)' });
    // A text that does not read is moved until it does.
    expect((await look(launcher)).ink).not.toBe('rgb(255, 224, 0)');
  });

  /** Holds back the file that dresses the launcher, and stops the clock of the code that waits for it. */
  const held = async (html: string, origin = desk.origin) => {
    const { page } = await openPage(browser, MOVING);
    await page.addInitScript(() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...args) {
        const wait = animate.apply(this, args);
        wait.pause();
        return wait;
      };
    });
    const { until: released, release } = hold();
    const asked = page.waitForRequest('**/porch/*/customize.js');
    await page.route('**/porch/*/customize.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(
      pages.serve(
        `<!doctype html><link rel="icon" href="data:,">${html}<script src="${origin}/porch/porch.js"></script>`,
      ),
    );
    const { launcher } = widgetOf(page);
    await launcher.waitFor();
    const shown = () => launcher.evaluate((button) => getComputedStyle(button).opacity === '1');
    return { page, launcher, asked, release, shown };
  };

  it('made while the script loads: the launcher is not shown before it is dressed', async () => {
    const { launcher, asked, release, shown } = await held(stub);
    await asked;
    expect(await shown()).toBe(false);
    release();
    await expect.poll(shown).toBe(true);
    expect((await boxOf(launcher)).x).toBe(40);
    expect(await look(launcher)).toEqual(DRESSED);
  });

  it('delays the launcher by three seconds at most', async () => {
    const { launcher, asked, shown } = await held(stub);
    await asked;
    const longest = await launcher.evaluate((button) =>
      button.getAnimations().map((wait) => {
        const ms = wait.effect?.getComputedTiming().endTime;
        wait.finish();
        return ms;
      }),
    );
    expect(longest).toEqual([3000]);
    expect(await shown()).toBe(true);
  });

  it('made later does not hide the launcher while the file for it loads', async () => {
    const { page, launcher, asked, release, shown } = await held('');
    expect(await shown()).toBe(true);
    await customize(page, WISHES);
    await asked;
    expect(await shown()).toBe(true);
    release();
    await expect.poll(async () => (await boxOf(launcher)).x).toBe(40);
  });

  it('is not needed for a text colour in the configuration, which the launcher has when it is shown', async () => {
    const theme = { action: '#1a0033', onAction: '#ffe9a8' };
    const coloured = await forThisTest(startDesk({ settings: { messenger: { theme } } }));
    const { launcher, asked, release, shown } = await held('', coloured.origin);
    await asked;
    expect(await shown()).toBe(false);
    release();
    await expect.poll(shown).toBe(true);
    expect(await look(launcher)).toEqual(DRESSED);
  });

  it('with nothing but invalid values changes nothing', async () => {
    const { page } = await openPage(browser, MOVING);
    const traffic = watchTraffic(page, desk.origin);
    await page.goto(pages.serve(`<!doctype html><link rel="icon" href="data:,">${tag()}`));
    const { launcher } = widgetOf(page);
    await launcher.waitFor();
    const before = [await boxOf(launcher), await look(launcher)];
    await customize(page, { position: { side: 'top' }, theme: { action: 'red;}*{display:none}' } });
    await expect.poll(() => traffic.requests()).toContain('GET /porch/customize.js');
    await traffic.settled();
    expect([await boxOf(launcher), await look(launcher)]).toEqual(before);
  });
});
