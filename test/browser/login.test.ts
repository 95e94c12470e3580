import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { OpenedPage } from '../support/browser';
import { heard, holdBack, setUpLogin, stored } from '../support/loginPage';
import { conversationWith, replyAs, type Widget } from '../support/widget';

const { desk, person, returning, pageWith, open } = await setUpLogin();

type Tab = OpenedPage & Widget;
type State = 'closed' | 'open' | 'hidden';
const STATES: readonly State[] = ['closed', 'open', 'hidden'];
const CALLS: Record<State, string> = {
  closed: '',
  open: `zE('messenger', 'open');`,
  hidden: `zE('messenger', 'hide');`,
};

/** Makes an API call at three moments of a page's life, with the widget in the given state. */
const MOMENTS: Record<
  string,
  (tab: Tab, call: string, state: State, address: (before?: string) => string) => Promise<void>
> = {
  async 'before load'({ page }, call, state, address) {
    await page.goto(address(`${CALLS[state]} ${call}`));
  },
  async 'while it loads'({ page, launcher }, call, state, address) {
    const messenger = await holdBack(page, /\/messenger\./);
    await page.goto(address());
    await launcher.waitFor();
    await launcher.hover();
    await expect.poll(messenger.count).toBeGreaterThan(0);
    await page.evaluate(`${CALLS[state]} ${call}; 0`);
    await messenger.release();
  },
  async 'after load'({ page, launcher, window, composer }, call, state, address) {
    await page.goto(address());
    await launcher.click();
    await composer.waitFor();
    if (state === 'closed') {
      await page.keyboard.press('Escape');
      await window.waitFor({ state: 'hidden' });
    }
    await page.evaluate(`${CALLS[state]} ${call}; 0`);
  },
};

/** Makes the widget visible from any state. */
const look = async ({ page, launcher, composer, window }: Tab, state: State): Promise<void> => {
  if (state === 'hidden') {
    await launcher.waitFor({ state: 'hidden' });
    await window.waitFor({ state: 'hidden' });
    await page.evaluate(`zE('messenger', 'show')`);
  }
  await launcher.waitFor();
  if ((await launcher.getAttribute('aria-expanded')) !== 'true') await launcher.click();
  await composer.waitFor();
};

/** Records the page's requests to the service. */
const watchCalls = (page: Page) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/sc/sdk/'))
      seen.push(`${request.method()} ${pathname.replace(/^.*\/apps\/porch/, '')}`);
  });
  return seen;
};

/** Runs a test for all three states in parallel, each in its own browser context. */
const inEachState = async (run: (state: State) => Promise<void>): Promise<void> => {
  await Promise.all(STATES.map(run));
};

describe.each(Object.entries(MOMENTS))('%s', (moment, make) => {
  it('loginUser shows a token’s person their own conversations', () =>
    inEachState(async (state) => {
      const ann = await person();
      // The login ends the anonymous session: a call of that visitor still under way is refused, which the
      // browser notes.
      const tab = await open({ possibleProblems: moment === 'after load' ? [/401/] : [] });
      const seen = watchCalls(tab.page);
      await make(tab, `zE('messenger', 'loginUser', gives('${ann.name}'), tell('ann'))`, state, (before) =>
        pageWith([ann], before),
      );
      await expect.poll(() => heard(tab.page)).toEqual([['ann', null]]);
      await look(tab, state);
      await tab.message(ann.text).waitFor();
      // No anonymous user was created first.
      if (moment !== 'after load') expect(seen.filter((call) => call === 'POST /appusers')).toEqual([]);
      expect(await stored(tab.page)).not.toContain(ann.jwt);
    }));

  it.each(['logoutUser', 'resetWidget'])('%s leaves nothing of a visitor who was here before', (method) =>
    inEachState(async (state) => {
      const visitor = await returning();
      const tab = await open(visitor.context);
      const call = method === 'logoutUser' ? `'logoutUser'` : `'resetWidget', tell('reset')`;
      await make(tab, `zE('messenger', ${call})`, state, (before) => pageWith([], before));
      if (method === 'resetWidget') {
        await expect.poll(() => heard(tab.page)).toEqual([['reset', undefined]]);
        await tab.window.waitFor({ state: 'hidden' });
      }
      await expect.poll(() => stored(tab.page)).not.toContain(visitor.id);
      await look(tab, state);
      await tab.frame.getByRole('heading', { name: 'How can we help?' }).waitFor();
      expect(await tab.message(visitor.text).count()).toBe(0);
      expect(await stored(tab.page)).not.toContain(visitor.sessionToken);
    }),
  );

  it('useSessionAuth gets a visitor a token of their own for realtime', () =>
    inEachState(async (state) => {
      const tab = await open();
      const credentials: string[] = [];
      const note = (sent: unknown) =>
        credentials.push(...(String(sent).match(/(websocket|session)Token(?=":)/g) ?? []));
      tab.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => note(payload)));
      tab.page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/faye')) note(request.postData());
      });
      await make(tab, `zE('messenger', 'useSessionAuth')`, state, (before) => pageWith([], before));
      await look(tab, state);
      const text = `In session ${moment} ${state}`;
      await tab.say(text);
      await replyAs(desk, await conversationWith(desk, text), 'Welcome');
      await tab.message('Welcome').waitFor();
      // A client that is already connected uses the token from its next connection on.
      if (moment !== 'after load') expect(new Set(credentials)).toEqual(new Set(['websocketToken']));
    }));
});
