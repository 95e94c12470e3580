import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../../scripts/run.mjs';
import { openPage } from '../../support/browser';
import { agent } from '../../support/deskClient';
import { type ExampleApp, installExample } from '../../support/exampleApp';
import { serveFolder } from '../../support/serveFolder';
import { forThisFile, setUp } from '../../support/setUp';
import { conversationWith, replyAs, widgetAt, widgetOf } from '../../support/widget';

const { browser, desk } = await setUp();
const { origin } = await forThisFile(serveFolder(join(root, 'examples/spa/dist')));
let app: ExampleApp;
beforeAll(async () => {
  app = await installExample('spa');
  await app.run('build', [], { VITE_DESK: desk.origin });
});

/** Follows the links of the app to every color. @returns the paths, in order */
const walk = (page: Page, from: number, to: number) =>
  page.evaluate(
    async ([first, last]) => {
      const seen: string[] = [];
      const click = (selector: string, at: number) =>
        document.querySelectorAll<HTMLElement>(selector)[at]?.click();
      for (let route = first; route < last; route++) {
        if (route % 10 === 0) click('#families a', route / 10);
        click('.tones a', route % 10);
        seen.push(location.pathname);
        await new Promise(requestAnimationFrame);
      }
      return seen;
    },
    [from, to] as const,
  );

/** What the page holds, after a garbage collection. */
const measure = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let i = 0; i < 2; i++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  const waits = (await page.evaluate('waits.size')) as number;
  return { heap: of('JSHeapUsedSize'), listeners: of('JSEventListeners'), frames: of('Frames'), waits };
};

/** Counts the timers that have not ended, of the page and of every frame in it. */
const countTimers = (page: Page) =>
  page.addInitScript(() => {
    const top = window.top as unknown as { waits: Set<string> };
    top.waits ??= new Set();
    const { waits } = top;
    const frame = Math.random();
    const { setTimeout: wait, clearTimeout: end, setInterval: repeat, clearInterval: stop } = window;
    const key = (id: unknown) => `${frame} ${id}`;
    Object.assign(window, {
      setTimeout: (act: () => void, ms: number) => {
        const id = wait(() => {
          waits.delete(key(id));
          act();
        }, ms);
        waits.add(key(id));
        return id;
      },
      clearTimeout: (id: number) => {
        waits.delete(key(id));
        end(id);
      },
      setInterval: (act: () => void, ms: number) => {
        const id = repeat(act, ms);
        waits.add(key(id));
        return id;
      },
      clearInterval: (id: number) => {
        waits.delete(key(id));
        stop(id);
      },
    });
  });

const saveCampaigns = async (campaigns: object[]): Promise<void> => {
  const { body } = await agent(desk)('GET', '/settings');
  const { version: base } = body as unknown as { version: number };
  const { status } = await agent(desk)('POST', '/settings', { base, value: { messenger: { campaigns } } });
  expect(status).toBe(200);
};

describe('the example spa', () => {
  it('keeps one messenger, its conversation and the unread messages over 200 routes, and adds nothing with them', async () => {
    const { page } = await openPage(browser);
    await countTimers(page);
    const { launcher, open, say, log, window } = await widgetAt(page, origin);
    await open();
    await say('Does Sage 3 look green?');
    const id = await conversationWith(desk, 'Does Sage 3 look green?');
    await launcher.click();
    await window.waitFor({ state: 'hidden' });
    const first = await walk(page, 0, 40);
    await replyAs(desk, id, 'A little, in the morning.');
    await page.getByRole('button', { name: /1 unread/ }).waitFor();
    // Its files come after the name of the launcher, and listen, too.
    await page.getByText('A little, in the morning.').waitFor();
    const before = await measure(page);
    const rest = await walk(page, 40, 200);
    expect(new Set([...first, ...rest]).size).toBe(200);
    expect(await page.locator('[data-porch]').count()).toBe(1);
    await page.getByRole('button', { name: /1 unread/ }).waitFor();
    /**
     * What the routes have added: one of each route would be 160, one of each family 16. Requests
     * under way and another live way hold a few listeners more.
     */
    const added = async () => {
      const after = await measure(page);
      const most = {
        frames: before.frames,
        listeners: before.listeners + 15,
        waits: before.waits + 2,
        heap: before.heap + 1_000_000,
      };
      const names = ['frames', 'listeners', 'waits', 'heap'] as const;
      // A figure that the browser does not give is not within its limit, either.
      return names.filter((name) => !(after[name] <= most[name]));
    };
    await expect.poll(added).toEqual([]);
    expect((await measure(page)).frames).toBe(before.frames);
    await launcher.click();
    await log.getByText('A little, in the morning.').waitFor();
    await say('Thank you');
    expect(await conversationWith(desk, 'Thank you')).toBe(id);
  });

  it('begins a question about the color', async () => {
    const { page } = await openPage(browser, { at: `${origin}/sage-3` });
    const { composer } = widgetOf(page);
    await page.getByRole('button', { name: 'Ask about this color' }).click();
    await expect.poll(() => composer.inputValue()).toBe('About Sage 3: ');
  });

  it('shows a campaign on the route that it is for', async () => {
    const rules = [{ on: 'page', how: 'contains', value: '/plum-' }];
    await saveCampaigns([{ id: 'plum', text: 'A free sample of Plum?', rules }]);
    onTestFinished(() => saveCampaigns([]));
    const { page } = await openPage(browser, { at: origin });
    await widgetOf(page).launcher.waitFor();
    const offer = page.getByRole('button', { name: 'A free sample of Plum?' });
    await walk(page, 100, 110);
    expect(await offer.count()).toBe(0);
    await walk(page, 150, 153);
    await offer.waitFor();
  });

  it('moves nothing of what it has painted, however late its script loads', async () => {
    const { page } = await openPage(browser);
    let load = () => {};
    const painted = new Promise<void>((resolve) => (load = resolve));
    await page.route('**/assets/*.js', async (route) => {
      await painted;
      await route.continue();
    });
    await page.goto(origin, { waitUntil: 'commit' });
    await page.getByText('Two hundred wall paints').waitFor();
    const shifted = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          const watch = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += Reflect.get(entry, 'value');
          });
          watch.observe({ type: 'layout-shift', buffered: true });
          // A shift is reported once the frame that shows it has been painted.
          const end = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
          addEventListener('load', () => requestAnimationFrame(end));
        }),
    );
    load();
    expect(await shifted).toBe(0);
  });

  it('passes its budget', async () => {
    expect(await app.cost(desk)).toContain('within the budget');
  });
});
