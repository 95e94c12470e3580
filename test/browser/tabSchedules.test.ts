import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../faults/support/time';
import { agent } from '../support/deskClient';
import { type Person, setUpLogin, stored } from '../support/loginPage';
import { widgetOf } from '../support/widget';

const { desk, person, pageWith, open, openTab } = await setUpLogin();

/** How many schedules, and the seed of the first. The model plays thousands more (test/faults/tabs.test.ts). */
const COUNT = Number(process.env.BROWSER_TAB_SCHEDULES ?? 4);
const FIRST = Number(process.env.BROWSER_TAB_SEED ?? 1);
/** The first and the third tab's pages make the calls of a login, the second one's never does. */
const CALLERS = [0, 2];

/** Who has left last, as a tab has heard it. */
const exitIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((heard) => {
        const [, last] = Object.entries(localStorage).find(([key]) => key.endsWith('.exit')) ?? [];
        setTimeout(heard, 0, last);
      }),
  );

/** What the page calls. */
const leaveBy = {
  logoutUser: (page: Page) => page.evaluate("zE('messenger', 'logoutUser')"),
  /** It is refused while the messenger starts. */
  async resetWidget(page: Page) {
    do {
      await page.evaluate("heard.length = 0; zE('messenger', 'resetWidget', tell('reset'))");
      await expect.poll(() => page.evaluate('heard.length')).toBe(1);
    } while (await page.evaluate('heard[0][1]'));
  },
};

/** What an agent is told of the visitor. */
type Owned = { visitor?: { externalId?: string } };
type Said = { text: string; by: Person | undefined };

/** Plays one schedule in the tabs of one browser. @returns what was written, and by whom */
const play = async (seed: number): Promise<Said[]> => {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const people = [await person(), await person()];
  const address = pageWith(people);
  // A login ends the session of the anonymous visitor, whom another tab may just be.
  const first = await open({ at: address, possibleProblems: [/401/] });
  const context = first.page.context();
  const tabs = [first.page, (await openTab(context, address)).page, (await openTab(context, address)).page];
  const said: Said[] = [];
  let who: Person | undefined;
  /** What the person who is there may read. */
  const texts = () => said.filter(({ by }) => by && by === who).map(({ text }) => text);
  let since = 0;

  const steps = {
    async write() {
      const page = pick(tabs);
      await page.bringToFront();
      const text = `Schedule ${seed}, text ${said.length + 1}`;
      const widget = widgetOf(page);
      if ((await widget.launcher.getAttribute('aria-expanded')) !== 'true') await widget.launcher.click();
      await widget.composer.waitFor();
      await widget.say(text);
      await widget.log.getByText('Sent', { exact: true }).waitFor();
      said.push({ text, by: who });
    },
    async login(at = pick(CALLERS), next = pick(people)) {
      const page = tabs[at] as Page;
      await page.bringToFront();
      await page.evaluate(
        `heard.length = 0; zE('messenger', 'loginUser', gives('${next.name}'), tell('login'))`,
      );
      await expect.poll(() => page.evaluate('heard')).toEqual([['login', null]]);
      if (who && who !== next) since = said.length;
      // An anonymous visitor becomes the user.
      for (const each of said.slice(since)) each.by ??= next;
      who = next;
    },
    async leave() {
      const page = tabs[pick(CALLERS)] as Page;
      const before = await exitIn(page);
      await page.bringToFront();
      await leaveBy[pick(['logoutUser', 'resetWidget'] as const)](page);
      // A login that begins before its tab has heard of the leaving is cancelled by it, as nobody knows which was first.
      await expect.poll(() => exitIn(page)).not.toBe(before);
      const exit = await exitIn(page);
      for (const each of tabs) await expect.poll(() => exitIn(each)).toBe(exit);
      who = undefined;
      since = said.length;
    },
    async reload() {
      const at = pick([0, 1, 2]);
      await tabs[at]?.reload();
      if (who && CALLERS.includes(at)) await steps.login(at, who);
    },
  };
  for (let i = 0; i < 6; i++) {
    const name = pick(['write', 'write', 'login', 'login', 'leave', 'reload'] as const);
    await steps[name]();
    const mine = [...texts(), ...said.slice(since).map(({ text }) => text)];
    const others = said.map(({ text }) => text).filter((text) => !mine.includes(text));
    for (const page of tabs) {
      // Nobody reads what is another's.
      await expect
        .poll(async () => {
          const shown = await widgetOf(page).log.locator('li p').allTextContents();
          return shown.filter((text) => others.includes(text));
        })
        .toEqual([]);
    }
    const kept = await stored(tabs[0] as Page);
    expect(others.filter((text) => kept.includes(text))).toEqual([]);
  }
  await first.close();
  return said;
};

describe('tabs of one browser, in Chromium', () => {
  it(`mean one visitor in ${COUNT} schedules (login-13, login-24, login-25)`, async () => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
      const said = await play(seed).catch((cause) => {
        throw new Error(`BROWSER_TAB_SEED=${seed}: ${cause.message}`);
      });
      const { body } = await agent(desk)('GET', '/conversations?all=1');
      const owners = new Map<string, (string | undefined)[]>();
      for (const conversation of body.conversations) {
        const log = await agent(desk)('GET', `/conversations/${conversation._id}/messages`);
        for (const { text } of log.body.messages)
          owners.set(text as string, [
            ...(owners.get(text as string) ?? []),
            (conversation as Owned).visitor?.externalId,
          ]);
      }
      for (const { text, by } of said)
        expect([seed, text, owners.get(text)]).toEqual([seed, text, [by?.name]]);
    }
  });
});
