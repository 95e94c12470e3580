import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { forThisFile, setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';
import { startHostileDesk } from './hostileDesk';
import { listenToNewVisitor } from './newVisitor';

const { browser, desk, pages } = await setUp();
const liar = await forThisFile(startHostileDesk(desk));

const MANY = 10_000;
const messageOf = (text: string, i: number) => ({
  _id: `m-${text}-${i}`,
  type: 'text',
  role: 'appMaker',
  text: `${text} ${i}`,
  received: 1_900_000_000 + i,
});

/** A visitor who receives what the test sends. */
const visit = async () => {
  const ids = listenToNewVisitor(liar);
  const { page } = await openPage(browser);
  const widget = widgetOf(page);
  await page.goto(pages.serve(fixture('plain.html', { DESK: liar.origin })));
  await widget.open();
  await widget.say('Hello');
  await widget.log.getByText('Sent', { exact: true }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    ...widget,
    /** Sends messages in one frame. */
    tell: (messages: readonly object[]) =>
      liar.tell(
        ids.appUserId,
        ...messages.map((message) => ({
          type: 'message',
          conversation: { _id: ids.conversationId, status: 'active' },
          message,
        })),
      ),
    /** Time the browser's main thread has spent, in seconds. */
    async spent() {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    },
  };
};

it('10,000 messages in one realtime frame are drawn in less than ten times the time of one answer, and block nothing', async () => {
  const { page, log, composer, say, message, tell, spent } = await visit();
  // The subscription works once a message gets through.
  let tries = 0;
  await expect
    .poll(async () => {
      await tell([messageOf('Early', tries++)]);
      return log.getByText(/^Early/).count();
    })
    .toBeGreaterThan(0);

  const before = await spent();
  await tell(Array.from({ length: MANY }, (_, i) => messageOf('Frame', i + 10)));
  await message(`Frame ${MANY + 9}`).waitFor({ timeout: 60_000 });
  const frame = (await spent()) - before;

  // The composer is usable, and what is said next comes both ways.
  await composer.fill('Are you');
  await composer.press('End');
  await composer.pressSequentially(' there?');
  expect(await composer.inputValue()).toBe('Are you there?');
  await composer.press('Enter');
  await message('Are you there?').waitFor();
  await tell([messageOf('Next', MANY + 20)]);
  await message(`Next ${MANY + 20}`).waitFor();
  expect(await message(`Next ${MANY + 20}`).isVisible()).toBe(true);
  await say('Still here');

  liar.lie(({ method, path }) =>
    method === 'GET' && path.endsWith('/messages')
      ? () => ({
          json: {
            messages: Array.from({ length: MANY }, (_, i) => messageOf('Answer', i)),
            hasPrevious: false,
          },
        })
      : undefined,
  );
  await page.reload({ waitUntil: 'commit' });
  const start = await spent();
  await message(`Answer ${MANY - 1}`).waitFor({ timeout: 60_000 });
  const answer = (await spent()) - start;
  expect(frame / answer).toBeLessThan(10);
});
