import type { Page } from 'playwright-core';
import { it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { startDesk } from '../support/desk';
import { forThisFile } from '../support/forThis';
import { fixture, startHostPages } from '../support/hostPages';
import { conversationWith, widgetOf } from '../support/widget';
import { addMessages, keepSockets, scrollUp } from './inPage';

const desk = await forThisFile(startDesk());
const pages = await forThisFile(startHostPages());
const browser = await forThisFile(launchBrowser());

const message = (i: number) => ({
  _id: `m${i}`,
  type: 'text',
  role: i % 3 ? 'appMaker' : 'appUser',
  authorId: 'ann',
  received: 1_700_000_000 + i * 60,
  text: `Message ${i}: ${'words and more words '.repeat(1 + (i % 5))}`,
});

/** Opens the built widget with a conversation of `count` messages. */
const openLog = async (count: number): Promise<{ page: Page; conversationId: string }> => {
  const { page } = await openPage(browser, { viewport: { width: 1000, height: 800 } });
  await page.addInitScript(keepSockets);
  const messages = Array.from({ length: count }, (_, i) => message(i));
  await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
  const widget = widgetOf(page);
  await widget.open();
  await widget.say(`First of ${count}`);
  const conversationId = await conversationWith(desk, `First of ${count}`);
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  await page.route('**/messages*', (route) => route.fulfill({ json: { messages, hasPrevious: false } }));
  // The reloaded page reopens the window, because its open state is stored.
  await page.reload();
  await widget.log.getByText(`Message ${count - 1}:`).waitFor();
  await page.waitForFunction(() => Reflect.get(window, 'porchSockets')?.at(-1)?.channel);
  return { page, conversationId };
};

it('adds to and scrolls a long log', { timeout: 600_000 }, async () => {
  const open = async (count: number) => ({ count, ...(await openLog(count)), next: count, best: Infinity });
  const few = await open(100);
  const many = await open(10_000);
  // Alternate the logs and take each one's best round, to exclude other load on the machine.
  for (let round = 0; round < 4; round++) {
    for (const log of [few, many]) {
      await log.page.bringToFront();
      const coming = Array.from({ length: 60 }, () => message(log.next++));
      const took = await log.page.evaluate(addMessages, { coming, conversationId: log.conversationId });
      console.log(`${log.count} messages: adding one takes ${took.toFixed(2)} ms`);
      // The first round only warms up the engine.
      if (round) log.best = Math.min(log.best, took);
    }
  }
  const times = (many.best / few.best).toFixed(2);
  console.log(`Adding to 10,000 takes ${times} times as long as to 100 (at most 1.5)`);
  // Simulate scrolling on a slow phone.
  const cdp = await many.page.context().newCDPSession(many.page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const step of [300, 3000]) {
    const { frame, worst, longTasks, longest } = await many.page.evaluate(scrollUp, { frames: 120, step });
    console.log(
      `Scrolling up 10,000 messages by ${step} px a frame at 4× slow-down: a frame takes ${frame.toFixed(1)} ms, the worst ${worst.toFixed(1)} ms; ${longTasks} tasks over 50 ms, the longest ${longest.toFixed(0)} ms`,
    );
  }
});
