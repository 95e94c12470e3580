import { expect, it } from 'vitest';
import { openPage } from '../support/browser';
import { messageLog, replyField, rows } from '../support/inboxPage';
import { type LyingProxy, startLyingProxy } from '../support/lyingProxy';
import { forThisTest, setUp } from '../support/setUp';
import { signInBrowser } from '../support/signInBrowser';
import { widgetOf } from '../support/widget';

const { browser, desk } = await setUp();

/**
 * Ten seconds on an idle machine, where `test/faults/lines.test.ts` measures them on a clock of its own. What does not
 * work takes minutes, or for ever.
 */
const LATE = { timeout: 25_000 };

/** What one way does, from the start or once visitor and agent have talked. */
const LINES: [string, before: (proxy: LyingProxy) => void, after: (proxy: LyingProxy) => void][] = [
  ['whose sockets open and carry nothing', ({ lie }) => lie('socket', 'mute'), () => {}],
  ['whose sockets carry in one direction', ({ lie }) => lie('socket', 'deaf'), () => {}],
  ['whose sockets go mute', () => {}, ({ lie }) => lie('socket', 'mute')],
  ['whose sockets are ended and then refused', () => {}, ({ lie }) => lie('socket', 'refused')],
  [
    'whose sockets and streams are cut after some bytes',
    ({ lie }) => {
      lie('socket', { cut: 1500 });
      lie('stream', { cut: 100 });
    },
    () => {},
  ],
  [
    'that lets only requests pass',
    () => {},
    ({ lie }) => {
      lie('socket', 'mute');
      lie('stream', 'mute');
      lie('poll', 'mute');
    },
  ],
];

/** Visitor and agent talk behind a proxy, before and after it begins to lie. */
const talk = async ([name, before, after]: (typeof LINES)[number]): Promise<void> => {
  const proxy = await forThisTest(startLyingProxy(desk));
  const possibleProblems = [/WebSocket connection to|ERR_|502/];
  const visitor = await openPage(browser, { possibleProblems });
  const inbox = await openPage(browser, { possibleProblems });
  before(proxy);
  await signInBrowser(inbox.page.context(), { origin: proxy.origin, store: desk.store });
  await visitor.page.goto(`${proxy.origin}/`);
  const widget = widgetOf(visitor.page);
  await widget.open();
  await widget.say(`Hello ${name}`);
  await inbox.page.goto(`${proxy.origin}/agent`);
  await rows(inbox.page)
    .filter({ hasText: `Hello ${name}` })
    .click();
  const log = messageLog(inbox.page);
  await log.getByText(`Hello ${name}`).waitFor();
  const exchange = async (round: number) => {
    await widget.say(`Question ${round} ${name}`);
    await log.getByText(`Question ${round} ${name}`).waitFor(LATE);
    await replyField(inbox.page).fill(`Answer ${round} ${name}`);
    await replyField(inbox.page).press('Enter');
    await widget.message(`Answer ${round} ${name}`).waitFor(LATE);
  };
  await exchange(1);
  after(proxy);
  await exchange(2);
  expect(await widget.message(`Answer 2 ${name}`).count()).toBe(1);
};

it('visitor and agent hear each other on lines that lie (live-15, live-16)', async () => {
  const talks = await Promise.allSettled(LINES.map(talk));
  const failed = talks.map((one, i) => one.status === 'rejected' && [LINES[i]?.[0], `${one.reason}`]);
  expect(failed.filter(Boolean)).toEqual([]);
});
