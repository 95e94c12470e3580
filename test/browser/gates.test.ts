import { readFileSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type OpenedPage, openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { watchTraffic } from '../support/traffic';
import { widgetOf } from '../support/widget';

const { browser, desk, pages, pageWith } = await setUp();
const address = pageWith();

/** Expects that the loader has finished without drawing a launcher, and that API calls still work. */
const expectNothing = async ({ page }: OpenedPage, url: string): Promise<string[]> => {
  const traffic = watchTraffic(page, desk.origin);
  await page.goto(url);
  await page.waitForFunction(() => 'zE' in window);
  await traffic.settled();
  expect(await page.locator('[data-porch]').count()).toBe(0);
  expect(
    await page.evaluate(`(() => {
      zE('messenger:set', 'locale', 'de');
      zE('messenger', 'open');
      zEmbed('messenger', 'hide');
      return typeof zE('messenger:on', 'open', () => {});
    })()`),
  ).toBe('function');
  await traffic.settled();
  expect(await widgetOf(page).launcher.count()).toBe(0);
  expect(await widgetOf(page).window.count()).toBe(0);
  return traffic.requests();
};

const CLOSED: Record<string, string> = {
  'an old Chrome on iOS':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/94.0.4606.52 Mobile/15E148 Safari/604.1',
  Googlebot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/130.0.0.0 Safari/537.36',
  bingbot:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/130.0.0.0 Safari/537.36',
  YandexBot: 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  DuckDuckBot: 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  Baiduspider: 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
};

const OPEN: Record<string, string> = {
  'a new Chrome on iOS':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0.6723.37 Mobile/15E148 Safari/604.1',
  'a phone made by Cubot':
    'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
};

describe('the messenger does not start', () => {
  for (const [name, userAgent] of Object.entries(CLOSED)) {
    it(`for ${name}`, async () => {
      const opened = await openPage(browser, { userAgent });
      expect(await expectNothing(opened, address)).toEqual(['GET /porch/porch.js']);
    });
  }

  for (const [name, userAgent] of Object.entries(OPEN)) {
    it(`for bots, but does for ${name} (start-2)`, async () => {
      const opened = await openPage(browser, { userAgent });
      await opened.page.goto(address);
      await widgetOf(opened.page).launcher.waitFor();
    });
  }

  it('where the page says to skip it', async () => {
    const opened = await openPage(browser);
    const HEAD = '<script>window.zEMessenger = { skip: true }</script>';
    const url = pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD }));
    expect(await expectNothing(opened, url)).toEqual(['GET /porch/porch.js']);
  });

  it('in a browser without requests across origins: its syntax is years too old for the script (start-3)', async () => {
    for (const name of ['porch.js', 'porch.now.js'])
      expect(await (await fetch(`${desk.origin}/porch/${name}`)).text(), name).toMatch(/\w\?\.\w/);
  });

  it('in a page sandboxed without its origin, which gets a reason in the console and no exception', async () => {
    const headers = { 'Content-Security-Policy': 'sandbox allow-scripts' };
    const opened = await openPage(browser, { expectedProblems: [/needs allow-same-origin/] });
    const url = pages.serve(fixture('plain.html', { DESK: desk.origin }), headers);
    // A frame shows whether the page has an origin.
    expect(await expectNothing(opened, url)).toEqual(['GET /porch/porch.js', 'GET /porch/realm.js']);
    expect(opened.problems.consoleErrors).toEqual([
      `Porch: ${desk.origin}/embeddable/config?: needs allow-same-origin`,
    ]);
  });

  it('in a frame sandboxed without its origin, but does in one that keeps it', async () => {
    const { page } = await openPage(browser);
    const url = pages.serve(fixture('plain.html', { DESK: desk.origin }), {
      'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin',
    });
    await page.goto(url);
    await widgetOf(page).open();
  });

  const LACKING = /^Porch: .*config\?: HTTP 200, no messenger$/;
  /** The account host's answers, and the console messages they cause. */
  const ANSWERS: Record<string, { status?: number; body: string; logged: RegExp[]; again?: boolean }> = {
    'when the configuration is a 404': { status: 404, body: '', logged: [/404/] },
    'when the configuration is a 500': {
      status: 500,
      body: 'Oops',
      logged: [/500/, /Porch: .*config\?: HTTP 500/],
    },
    'when the configuration lacks features': { body: '{"messenger":{}}', logged: [LACKING] },
    'when its features are null': { body: '{"features":null,"messenger":{}}', logged: [LACKING] },
    'when the configuration lacks messenger': { body: '{"features":{}}', logged: [LACKING] },
    'when the configuration is null': { body: 'null', logged: [LACKING] },
    'when the configuration is a list': { body: '[]', logged: [LACKING] },
    // The page may have wrapped its `fetch`, so the realm's is used, too.
    'when the configuration is no JSON': {
      body: '<!doctype html>',
      logged: [/Porch: .*SyntaxError/],
      again: true,
    },
  };
  for (const [name, { status = 200, body, logged, again }] of Object.entries(ANSWERS)) {
    it(`${name} (start-5, start-6)`, async () => {
      const opened = await openPage(browser, { expectedProblems: logged });
      const { page } = opened;
      await page.route('**/embeddable/config*', (route) =>
        route.fulfill({ status, body, headers: { 'Access-Control-Allow-Origin': '*' } }),
      );
      expect(await expectNothing(opened, address)).toEqual([
        'GET /porch/porch.js',
        'GET /embeddable/config',
        'GET /porch/launcher.js',
        ...(again ? ['GET /porch/realm.js', 'GET /embeddable/config'] : []),
      ]);
      expect(page.frames()).toHaveLength(again ? 2 : 1);
      expect(opened.problems.consoleErrors).toEqual(logged.map((pattern) => expect.stringMatching(pattern)));
    });
  }

  it('when the account host cannot be reached (start-1)', async () => {
    const opened = await openPage(browser, { expectedProblems: [/Failed to fetch/, /ERR_FAILED/] });
    await opened.page.route('**/embeddable/config*', (route) => route.abort());
    await expectNothing(opened, address);
    expect(opened.problems.consoleErrors.at(-1)).toMatch(
      new RegExp(`^Porch: ${desk.origin}/embeddable/config.*Failed to fetch`),
    );
  });

  const loader = readFileSync(new URL('../../dist/porch.js', import.meta.url), 'utf8');
  const HOSTLESS = {
    'comes from a data: address': `<script src="data:text/javascript;base64,${Buffer.from(loader).toString('base64')}"></script>`,
    'comes from a blob: address': `<script>
      document.head.append(Object.assign(document.createElement('script'), {
        src: URL.createObjectURL(new Blob([${JSON.stringify(loader).replaceAll('<', '\\u003c')}], { type: 'text/javascript' })),
      }));
    </script>`,
    'stands inline': `<script>${loader}</script>`,
    // It cannot know where its other files are.
    'stands inline and names one': `<script data-zendesk-host="${desk.origin}">${loader}</script>`,
  };
  for (const [how, tag] of Object.entries(HOSTLESS)) {
    it(`when the loader ${how} and no account host is given, and logs the reason`, async () => {
      const opened = await openPage(browser, { expectedProblems: [/Missing zendeskHost/] });
      const html = fixture('plain.html').replace(/<script async.*<\/script>/, () => tag);
      expect(await expectNothing(opened, pages.serve(html))).toEqual([]);
      expect(opened.problems.consoleErrors).toEqual(['Porch: Missing zendeskHost config param.']);
    });
  }

  const TAGLESS = {
    'is a module': `<script type="module" src="${desk.origin}/porch/porch.js"></script>`,
    'is imported': `<script type="module">import '${desk.origin}/porch/porch.now.js'</script>`,
    'is part of a bundle': `<script type="module">const ours = 1;\n${loader}</script>`,
    'is evaluated later': `<script>setTimeout(() => (0, eval)(${JSON.stringify(loader).replaceAll('<', '\\u003c')}))</script>`,
  };
  for (const [how, tag] of Object.entries(TAGLESS)) {
    it(`when the loader ${how}, and logs that it has no tag (start-7)`, async () => {
      const { page, problems } = await openPage(browser, { expectedProblems: [/Missing tag/] });
      const html = fixture('plain.html').replace(/<script async.*<\/script>/, () => tag);
      await page.goto(pages.serve(html));
      await expect.poll(() => problems.consoleErrors).toEqual(['Porch: Missing tag.']);
      expect(page.frames()).toHaveLength(1);
    });
  }
});

describe('the loader', () => {
  it('draws one launcher however many script tags a page has', async () => {
    const { page } = await openPage(browser);
    const HEAD = `<script src="${desk.origin}/porch/porch.js"></script>`.repeat(2);
    const traffic = watchTraffic(page, desk.origin);
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD })));
    const { launcher, window, open } = widgetOf(page);
    await launcher.first().waitFor();
    await traffic.settled();
    expect(await launcher.count()).toBe(1);
    expect(traffic.requests().filter((r) => r.includes('config'))).toHaveLength(1);
    await open();
    expect(await window.count()).toBe(1);
  });

  it('comes without a reload once a portal or a proxy lets it through (start-21)', async () => {
    const opened = await openPage(browser, {
      expectedProblems: [/^Porch: /, /Failed to (load|fetch)/],
    });
    const { page } = opened;
    await page.clock.install();
    const asked: string[] = [];
    let answer = (route: Route) => route.continue();
    await page.route(/config|launcher\.js|realm\.js|renew/, (route) => {
      asked.push(new URL(route.request().url()).pathname.replace(/.*\//, ''));
      return answer(route);
    });
    const portal = (status: number) => (route: Route) =>
      route.fulfill({
        status,
        contentType: 'text/html',
        body: '<h1>Please sign in</h1>',
        headers: { 'Access-Control-Allow-Origin': '*' },
      });
    const answers = [200, 401, 403, 407, 502, 511].map(portal);
    answers.push((route) => route.abort());
    const next = async (then: typeof answer, until: string) => {
      answer = then;
      asked.length = 0;
      // The page may not have heard of the answer before.
      await expect
        .poll(async () => {
          await page.clock.fastForward(60_000);
          return asked;
        })
        .toContain(until);
    };
    answer = portal(511);
    await page.goto(address);
    await expect.poll(() => asked).toContain('config');
    for (const one of answers) await next(one, 'config');
    // The portal is back before the launcher is there.
    await next(
      (route) => (/config/.test(route.request().url()) ? route.continue() : portal(511)(route)),
      'porch.renew.js',
    );
    expect(await widgetOf(page).launcher.count()).toBe(0);
    await next((route) => route.continue(), 'launcher.js');
    await widgetOf(page).open();
  });

  it('takes its account host from its tag, else from the page’s settings', async () => {
    const named = {
      tag: `<script async src="${desk.origin}/porch/porch.js" data-zendesk-host="${desk.origin}/"></script>`,
      settings: `<script>zESettings = { zendeskHost: '${desk.origin}' }</script><script async src="${desk.origin}/porch/porch.js?key=a%20b"></script>`,
    };
    for (const [where, HEAD] of Object.entries(named)) {
      const { page } = await openPage(browser);
      const asked: string[] = [];
      page.on('request', (request) => {
        const { origin, pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith('config')) asked.push(`${origin}${pathname} ${searchParams.get('key')}`);
      });
      const html = fixture('plain.html', { HEAD }).replace(
        '<script async src="/porch/porch.js"></script>',
        '',
      );
      await page.goto(pages.serve(html));
      await widgetOf(page).launcher.waitFor();
      expect(asked).toEqual([`${desk.origin}/embeddable/config ${where === 'tag' ? 'null' : 'a b'}`]);
    }
  });
});
