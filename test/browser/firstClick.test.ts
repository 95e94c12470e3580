import type { Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MOVING, openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { goOffline } from '../support/network';
import { setUp } from '../support/setUp';
import { conversationWith, messengerAsked, replyAs, textsAt, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();
const address = pages.serve(fixture('plain.html', { DESK: desk.origin }));

/**
 * Counts the frames from the click to the one in which the text box is painted, and measures their time. A busy machine
 * makes frames longer, and not more.
 */
const startStopwatch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const root = document.querySelector('[data-porch]')?.shadowRoot;
    root?.querySelector('button')?.addEventListener(
      'click',
      (click) => {
        let frames = 0;
        const look = (): void => {
          frames++;
          const frame = root.querySelector<HTMLIFrameElement>('iframe[title="Messaging window"]');
          const shape = frame?.contentDocument?.querySelector('textarea');
          const seen =
            frame &&
            shape &&
            shape.getBoundingClientRect().height > 0 &&
            frame.getBoundingClientRect().height > 0 &&
            Number(getComputedStyle(frame).opacity) > 0;
          if (seen) document.title = `shown after ${frames} ${performance.now() - click.timeStamp}`;
          else requestAnimationFrame(look);
        };
        look();
      },
      { once: true, capture: true },
    );
  });

const shownAfter = async (page: Page): Promise<{ frames: number; ms: number }> => {
  await page.waitForFunction(() => document.title.startsWith('shown after'));
  const [frames = 0, ms = 0] = (await page.title()).replace('shown after ', '').split(' ').map(Number);
  return { frames, ms };
};

describe('the first click', () => {
  it('shows the window and its skeleton within six frames while the messenger is still on its way (layout-11)', async () => {
    const shown: { frames: number; ms: number }[] = [];
    for (let visit = 0; visit < 3; visit += 1) {
      const opened = await openPage(browser, MOVING);
      const { page } = opened;
      const held: Route[] = [];
      await page.route(/\/messenger\./, (route) => void held.push(route));
      await page.goto(address);
      const { launcher, window, frame, composer, log } = widgetOf(page);
      await launcher.waitFor();
      await startStopwatch(page);
      await launcher.click();
      shown.push(await shownAfter(page));
      expect(await window.isVisible()).toBe(true);
      expect(await launcher.getAttribute('aria-label')).toBe('Close messaging window');
      // The window can already be closed and opened again.
      await frame.getByRole('button', { name: 'Close messaging window' }).click();
      await window.waitFor({ state: 'hidden' });
      await launcher.click();
      await window.waitFor();
      // Also releases the requests held so far.
      await page.unrouteAll();
      await log.waitFor();
      expect(await composer.count()).toBe(1);
    }
    console.info(`Click to skeleton: ${shown.map(({ ms }) => ms.toFixed(1)).join(', ')} ms`);
    // Six frames are 100 ms on a screen of 60 Hz.
    const [, median = Number.NaN] = shown.map(({ frames }) => frames).sort((a, b) => a - b);
    expect(median).toBeLessThanOrEqual(6);
  });

  for (const held of [true, false]) {
    it(`counts a double click as one, ${held ? 'before the messenger is there' : 'and closes the window with the next'} (launcher-12)`, async () => {
      const { page } = await openPage(browser, MOVING);
      if (held) await page.route(/\/messenger\./, () => {});
      await page.goto(address);
      const { launcher, window, log } = widgetOf(page);
      await launcher.dblclick();
      await window.waitFor();
      expect(await launcher.getAttribute('aria-expanded')).toBe('true');
      if (!held) {
        await log.waitFor();
        await launcher.dblclick();
        await window.waitFor({ state: 'hidden' });
        expect(await launcher.getAttribute('aria-expanded')).toBe('false');
      }
    });
  }

  for (const file of ['messenger', 'l']) {
    it(`shows a failure when ${file} cannot be loaded, and a retry opens the conversation`, async () => {
      const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/ERR_FAILED/, /^Porch: /] });
      await page.route(new RegExp(`/${file}(\\.|/)`), (route) => route.abort());
      await page.goto(address);
      const { launcher, frame, composer, say } = widgetOf(page);
      await launcher.click();
      await frame.getByRole('alert').waitFor();
      expect(await frame.getByRole('alert').textContent()).toBe(
        'We couldn’t open the conversation.Try again',
      );
      const middle = async (of: Locator) => {
        const { x, y, width, height } = (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        return [x + width / 2, y + height / 2] as const;
      };
      const [x, y] = await middle(frame.getByRole('alert'));
      const [midX, midY] = await middle(frame.getByRole('main'));
      expect([Math.abs(x - midX) < 2, Math.abs(y - midY) < 20]).toEqual([true, true]);
      // A retry that fails shows the error again.
      const retry = frame.getByRole('button', { name: 'Try again' });
      await retry.click();
      await frame.getByRole('alert').waitFor();
      await page.unrouteAll();
      await retry.click();
      await composer.waitFor();
      await say(`After a retry of ${file}`);
      await conversationWith(desk, `After a retry of ${file}`);
    });
  }
});

it('goes on without a press once the network is whole, with what was written until then (start-16)', async () => {
  const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/ERR_FAILED/, /^Porch: /] });
  await page.clock.install();
  await page.goto(address);
  // A tunnel begins after the page was loaded: the later build cannot be asked for either.
  await page.route(/\/(realm|porch\.renew)\.js/, (route) => route.abort());
  const { launcher, frame } = widgetOf(page);
  await launcher.click();
  await frame.getByRole('textbox').fill('Written in a tunnel');
  await page.keyboard.press('Enter');
  await frame.getByRole('alert').waitFor();
  await page.unrouteAll();
  await page.clock.fastForward(15_000);
  await conversationWith(desk, 'Written in a tunnel');
});

describe('a file that hangs', () => {
  for (const file of ['messenger', 'l']) {
    it(`counts as failed after 120 s, and the conversation is drawn when ${file} arrives late (start-15)`, async () => {
      // The clock may jump while the views of failures are loading.
      const { page } = await openPage(browser, {
        ...MOVING,
        possibleProblems: [/^Porch: failures could not be loaded/],
      });
      const held: Route[] = [];
      await page.route(new RegExp(`/${file}(\\.|/)`), (route) => void held.push(route));
      await page.clock.install();
      await page.goto(address);
      const { launcher, frame, log, say } = widgetOf(page);
      const failure = frame.getByRole('alert');
      // The time counts from when the messenger is asked for.
      const asked = messengerAsked(page);
      await launcher.click();
      await asked;
      await page.clock.fastForward(110_000);
      expect(await failure.count()).toBe(0);
      await page.clock.fastForward(10_000);
      await failure.waitFor();
      expect(await failure.textContent()).toBe('We couldn’t open the conversation.Try again');
      // A retry has its own limit of 120 s.
      await frame.getByRole('button', { name: 'Try again' }).click();
      await page.clock.fastForward(110_000);
      expect(await failure.count()).toBe(0);
      await page.clock.fastForward(10_000);
      await failure.waitFor();
      await page.unrouteAll();
      for (const route of held) await route.continue().catch(() => {});
      await log.waitFor();
      expect(await failure.count()).toBe(0);
      await page.clock.fastForward(240_000);
      expect(await failure.count()).toBe(0);
      await say(`After ${file} hung`);
      await conversationWith(desk, `After ${file} hung`);
    });
  }
});

describe('two files that hang', () => {
  it('have one limit after each retry, even if the messenger arrives during the first failure (start-15)', async () => {
    const { page } = await openPage(browser, {
      ...MOVING,
      possibleProblems: [/^Porch: failures could not be loaded/],
    });
    const held: Route[] = [];
    const hold = (route: Route) => void held.push(route);
    await page.route(/\/l(\.|\/)/, hold);
    await page.route(/\/messenger\./, hold);
    await page.clock.install();
    await page.goto(address);
    const { launcher, frame, log, say } = widgetOf(page);
    const failure = frame.getByRole('alert');
    const asked = messengerAsked(page);
    await launcher.click();
    await asked;
    await page.clock.fastForward(120_000);
    await failure.waitFor();
    await page.unroute(/\/messenger\./);
    const words = page.waitForRequest(/\/l(\.|\/)/);
    for (const route of held.splice(0)) {
      if (route.request().url().includes('messenger')) await route.continue();
      else held.push(route);
    }
    await words;
    await frame.getByRole('button', { name: 'Try again' }).click();
    await page.clock.fastForward(110_000);
    expect(await failure.count()).toBe(0);
    await page.clock.fastForward(10_000);
    await failure.waitFor();
    await page.unrouteAll();
    for (const route of held) await route.continue().catch(() => {});
    await log.waitFor();
    await say('After both hung');
    await conversationWith(desk, 'After both hung');
  });
});

describe('what a visitor writes', () => {
  it('is kept while the service cannot be reached, shown as sending, and arrives once when it is back', async () => {
    const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/ERR_FAILED/] });
    let waiting: Route[] = [];
    await page.route(`${desk.origin}/sc/**`, (route) => void waiting.push(route));
    await page.goto(address);
    const { open, say, log } = widgetOf(page);
    await open();
    await say('Early bird');
    await log.getByText('Sending', { exact: true }).waitFor();
    // The first attempts fail, as they do on an unstable network.
    for (const route of waiting) await route.abort();
    waiting = [];
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    expect(await log.getByText('Sending', { exact: true }).count()).toBe(1);
    // Also releases the requests held so far.
    await page.unrouteAll();
    await log.getByText('Sent', { exact: true }).waitFor();
    const id = await conversationWith(desk, 'Early bird');
    expect(await textsAt(desk, id)).toEqual(['Early bird']);
    expect(await log.getByText('Early bird', { exact: true }).count()).toBe(1);
  });

  /** For each case, whether the service receives the message although no answer arrives. */
  const CUTS = { 'never reaches the service': false, 'arrives but its answers are lost': true };
  for (const [cut, reaches] of Object.entries(CUTS)) {
    it(`shows a failure when it ${cut}, and a tap sends it exactly once`, async () => {
      const { page } = await openPage(browser, {
        ...MOVING,
        expectedProblems: [/ERR_FAILED/],
        possibleProblems: [/^Porch: Failed to get conversation/],
      });
      // Block realtime, so that only the answer can confirm the message.
      await page.routeWebSocket(/faye/, (socket) => socket.close());
      await page.route('**/faye**', (route) => route.abort());
      await page.goto(address);
      const { open, say, log } = widgetOf(page);
      await open();
      await say('First');
      const id = await conversationWith(desk, 'First');
      await log.getByText('Sent', { exact: true }).waitFor();
      await page.route(/\/messages$/, async (route) => {
        if (reaches && route.request().method() === 'POST') await route.fetch();
        await route.abort();
      });
      await say('Second');
      const alert = log.getByRole('alert');
      await alert.waitFor();
      expect(await alert.innerText()).toMatch(/^Not sent yet\s+Try again$/);
      expect(await textsAt(desk, id)).toEqual(reaches ? ['First', 'Second'] : ['First']);
      await page.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await log.getByText('Sent', { exact: true }).waitFor();
      expect(await alert.count()).toBe(0);
      await say('Third');
      await conversationWith(desk, 'Third');
      expect(await textsAt(desk, id)).toEqual(['First', 'Second', 'Third']);
      expect(await log.getByText('Second', { exact: true }).count()).toBe(1);
    });
  }

  it('is not marked as failed when realtime delivered it and the answer was lost', async () => {
    const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/ERR_FAILED/] });
    await page.goto(address);
    const { open, say, log, message } = widgetOf(page);
    await open();
    await say('Hello');
    const id = await conversationWith(desk, 'Hello');
    await replyAs(desk, id, 'Realtime is up');
    await message('Realtime is up').waitFor();
    let attempts = 0;
    await page.route(/\/messages$/, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
      attempts += 1;
    });
    await say('Echoed');
    await log.getByText('Sent', { exact: true }).waitFor();
    await expect.poll(() => attempts).toBe(4);
    await page.unrouteAll();
    await say('Next');
    await conversationWith(desk, 'Next');
    await log.getByText('Sent', { exact: true }).waitFor();
    expect(await log.getByRole('alert').count()).toBe(0);
    expect(await textsAt(desk, id)).toEqual(['Hello', 'Realtime is up', 'Echoed', 'Next']);
  });

  it('is sent automatically when the browser is online again', async () => {
    const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/ERR_INTERNET_DISCONNECTED/] });
    await page.goto(address);
    const { open, say, log, message } = widgetOf(page);
    await open();
    await say('Before the tunnel');
    const id = await conversationWith(desk, 'Before the tunnel');
    await log.getByText('Sent', { exact: true }).waitFor();
    await goOffline(page);
    await say('In the tunnel');
    await replyAs(desk, id, 'Meanwhile');
    await page.context().setOffline(false);
    await message('Meanwhile').waitFor();
    await conversationWith(desk, 'In the tunnel');
    expect(await textsAt(desk, id)).toEqual(['Before the tunnel', 'Meanwhile', 'In the tunnel']);
    await replyAs(desk, id, 'After');
    await message('After').waitFor();
  });

  it('survives a reload when it could not be sent before', async () => {
    const { page } = await openPage(browser, { ...MOVING, expectedProblems: [/ERR_FAILED/] });
    await page.goto(address);
    const { open, say, log, composer, message } = widgetOf(page);
    await open();
    await say('Delivered');
    const id = await conversationWith(desk, 'Delivered');
    await page.route(`${desk.origin}/sc/**`, (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await say('Stuck');
    await failed;
    await page.reload();
    await page.unrouteAll();
    await composer.waitFor();
    await message('Stuck').waitFor();
    await conversationWith(desk, 'Stuck');
    expect(await textsAt(desk, id)).toEqual(['Delivered', 'Stuck']);
    expect(await log.getByText('Stuck', { exact: true }).count()).toBe(1);
  });
});
