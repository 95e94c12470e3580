import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { AHEAD, firstOpening } from '../../scripts/firstOpening.mjs';
import { openPage } from '../support/browser';
import { hold } from '../support/hold';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { conversationWith, replyAs, roundTrip, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp({
  settings: { messenger: { conversationHistory: 'remember' } },
});

/** The files of intent. The page asks for those that it preloads, and the realm again, from the browser's cache. */
const OF_INTENT = ['realm', 'messenger', 'l/en-us'];

/** The page with Porch, and with what its own script calls after the tag. */
const visit = async (script = '', ...expectedProblems: RegExp[]) => {
  const { page } = await openPage(browser, { expectedProblems, locale: 'en-US' });
  const traffic = watchTraffic(page, desk.origin);
  const html = fixture('plain.html', { DESK: desk.origin });
  const calls = `<script>window.zE||(zE=function(){(zE.q=zE.q||[]).push(arguments)});${script}</script>`;
  const address = pages.serve(html.replace('<script', `${calls}<script`));
  await page.goto(address);
  await widgetOf(page).launcher.waitFor();
  await traffic.settled();
  return { ...widgetOf(page), traffic, address };
};

const MESSENGER = /\/messenger\.js$/;

/** Keeps the messenger's file back. @returns lets it come */
const holdMessenger = async (page: Page) => {
  const { until: released, release } = hold();
  await page.route(MESSENGER, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

const creationsIn = (requests: readonly string[]) => requests.filter((r) => /^POST .*\/appusers$/.test(r));
const visitorsIn = (requests: readonly string[]) => requests.filter((r) => /^GET .*\/appusers\//.test(r));

describe('a first opening', () => {
  it('asks for the files that the build lists and for no other: those ahead with the click, the rest with the card', async () => {
    const { page, traffic, launcher, log } = await visit();
    const before = traffic.requests().length;
    const release = await holdMessenger(page);
    await launcher.click();
    const filesOf = (requests: readonly string[]) => [
      ...new Set(requests.flatMap((request) => /\/porch\/(.*)\.js$/.exec(request)?.[1] ?? [])),
    ];
    const files = () => filesOf(traffic.requests().slice(before));
    const sorted = (...names: string[]) => [...OF_INTENT, ...names].sort();
    await expect.poll(() => files().sort()).toEqual(sorted(...firstOpening().slice(0, AHEAD)));
    release();
    await log.waitFor();
    await expect.poll(() => traffic.requests().some((r) => r.includes('/faye'))).toBe(true);
    await traffic.settled();
    expect(files().sort()).toEqual(sorted(...firstOpening()));
  });

  it('imports each file that the build lists, and no other', async () => {
    const { page, open, traffic } = await visit();
    // A realm that asks for nothing ahead.
    await page.route(/\/realm\.js$/, async (route) => {
      const file = await (await route.fetch()).text();
      const ahead = firstOpening().slice(0, AHEAD).join(' ');
      expect(file).toContain(ahead);
      await route.fulfill({
        contentType: 'text/javascript',
        body: file.replace(ahead, ''),
      });
    });
    const before = traffic.requests().length;
    await open();
    await expect.poll(() => traffic.requests().some((r) => r.includes('/faye'))).toBe(true);
    await traffic.settled();
    const asked = traffic.requests().slice(before);
    const files = new Set(asked.flatMap((request) => /\/porch\/(.*)\.js$/.exec(request)?.[1] ?? []));
    expect([...files].sort()).toEqual([...OF_INTENT, ...firstOpening()].sort());
  });

  it('creates the visitor with the click, while the messenger is on its way, and once', async () => {
    const { page, traffic, launcher, log, textBox, message } = await visit();
    const release = await holdMessenger(page);
    await launcher.click();
    await expect.poll(() => creationsIn(traffic.requests())).toHaveLength(1);
    await textBox.fill('Before you came');
    await textBox.press('Enter');
    release();
    await message('Before you came').waitFor();
    await log.getByText('Sent', { exact: true }).waitFor();
    await traffic.settled();
    expect(creationsIn(traffic.requests())).toHaveLength(1);
    await replyAs(desk, await conversationWith(desk, 'Before you came'), 'Live at once');
    await message('Live at once').waitFor();
  });

  it('asks the service nothing for a pointer that passes, and loads only what a click needs first', async () => {
    const { page, traffic, launcher } = await visit();
    await launcher.hover();
    await expect.poll(() => traffic.requests().some((r) => r.includes('/messenger.js'))).toBe(true);
    await traffic.settled();
    const asked = traffic.requests();
    expect(asked.filter((r) => /\/sc\/|\/faye/.test(r))).toEqual([]);
    for (const name of firstOpening()) expect(asked).not.toContain(`GET /porch/${name}.js`);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => creationsIn(traffic.requests())).toHaveLength(1);
  });

  it('creates the visitor again where the first call is lost, and only one', async () => {
    const { page, launcher, say, log, composer } = await visit('', /ERR_CONNECTION_RESET/);
    const ids: string[] = [];
    await page.route(/\/appusers$/, async (route) => {
      const request = route.request();
      if (request.method() === 'POST') ids.push(request.postDataJSON().referenceId);
      if (request.method() !== 'POST' || ids.length > 1) return route.continue();
      // The service has carried it out, and its answer is lost.
      await route.fetch();
      await route.abort('connectionreset');
    });
    await launcher.click();
    await composer.waitFor();
    await say('Lost and found');
    await log.getByText('Sent', { exact: true }).waitFor({ timeout: 20_000 });
    // The service makes one visitor of calls with one id.
    expect([ids.length > 1, new Set(ids).size]).toEqual([true, 1]);
  });

  it('is one visitor in two tabs that open at the same moment', async () => {
    const first = await visit();
    const second = await first.page.context().newPage();
    await second.goto(first.address);
    const other = widgetOf(second);
    await other.launcher.waitFor();
    const releases = [await holdMessenger(first.page), await holdMessenger(second)];
    await Promise.all([first.launcher.click(), other.launcher.click()]);
    for (const release of releases) release();
    await Promise.all([first.log.waitFor(), other.log.waitFor()]);
    await first.say('From the first tab');
    await other.message('From the first tab').waitFor();
    await other.say('From the second tab');
    await first.message('From the second tab').waitFor();
  });
});

describe('what the page has called', () => {
  it.each([
    ['a login', "zE('messenger', 'loginUser', () => {})"],
    ['no consent', "zE('messenger:set', 'cookies', 'none')"],
    ['a reset', "zE('messenger', 'resetWidget')"],
    ['what it says of the conversation', "zE('messenger:set', 'conversationTags', ['cart'])"],
  ])('counts before the visitor is created: %s', async (_, script) => {
    const { page, traffic, launcher } = await visit(script);
    await holdMessenger(page);
    await launcher.click();
    // The files are asked for right after it.
    await expect.poll(() => traffic.requests().some((r) => r.includes(`${firstOpening()[0]}.js`))).toBe(true);
    expect(creationsIn(traffic.requests())).toEqual([]);
  });

  it('after the click counts too: a visitor who was created without it is not taken', async () => {
    const { page, traffic, launcher, say } = await visit();
    const release = await holdMessenger(page);
    await launcher.click();
    await expect.poll(() => creationsIn(traffic.requests())).toHaveLength(1);
    await page.evaluate("zE('messenger:set', 'conversationTags', ['cart'])");
    release();
    await say('With a cart');
    // Unless the first answer is given up, it counts as pending for good.
    await traffic.settled();
    await expect.poll(() => creationsIn(traffic.requests())).toHaveLength(2);
    const id = await conversationWith(desk, 'With a cart');
    const answer = await fetch(`${desk.origin}/agent/api/conversations/${id}`, {
      headers: { authorization: `Bearer ${desk.agentToken}` },
    });
    expect(JSON.stringify(await answer.json())).toContain('cart');
  });
});

describe('a visitor who returns', () => {
  it('is read before the messenger has come, and once', async () => {
    const { page, traffic, message } = await visit();
    await roundTrip(desk, page);
    const release = await holdMessenger(page);
    const before = traffic.requests().length;
    await page.reload();
    const asked = () => visitorsIn(traffic.requests().slice(before));
    await expect.poll(asked).toHaveLength(1);
    // What draws the log that the browser has kept comes beside the messenger.
    await expect.poll(() => traffic.requests().slice(before)).toContain('GET /porch/kept.js');
    release();
    await message('Hello').or(widgetOf(page).log).first().waitFor();
    await traffic.settled();
    expect(asked()).toHaveLength(1);
    expect(creationsIn(traffic.requests().slice(before))).toEqual([]);
  });

  it('is nobody after a logout that the page makes first', async () => {
    const { page, traffic, address } = await visit();
    await roundTrip(desk, page);
    await page.addInitScript(() => {
      Object.assign(window, { zE: Object.assign(() => {}, { q: [['messenger', 'logoutUser']] }) });
    });
    await holdMessenger(page);
    const before = traffic.requests().length;
    await page.goto(address);
    await widgetOf(page).launcher.click();
    // The files are asked for right after it.
    const asked = () => traffic.requests().slice(before);
    await expect.poll(() => asked().some((r) => r.includes(`${firstOpening()[0]}.js`))).toBe(true);
    expect([...visitorsIn(asked()), ...creationsIn(asked())]).toEqual([]);
  });
});
