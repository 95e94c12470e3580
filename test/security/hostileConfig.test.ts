import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { obj } from '../../src/wire/decode';
import { COLOR_NAMES } from '../../src/wire/theme';
import { URLS, XSS } from '../component/support/hostileVectors';
import { openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { forThisTest, setUp } from '../support/setUp';
import { widgetOf } from '../support/widget';
import { chunks, guard, missing, shownAs } from './guard';
import { type HostileDesk, type Lie, startHostileDesk } from './hostileDesk';
import { HOSTILE_STRINGS } from './hostileStrings';

const { browser, desk, pages } = await setUp();

/** Invalid colors, some of which would break out of a CSS rule. */
const COLOURS = [
  'red',
  '#fff;}*{background:url(https://evil.example/x)}',
  '#fff}</style><script>top.hacked=1</script>',
  '#ffffff;background:url(//evil.example)',
  'url(https://evil.example/x)',
  'var(--x,url(https://evil.example/x))',
  'expression(top.hacked=1)',
  '#0a7d4f/**/;}:host{display:none}',
  '#12345g',
  'rgb(0,0,0);}@import"https://evil.example/x";',
  '\n#fff',
  '#fff\n}*{display:none!important}',
];

const LABELS = Object.keys(
  JSON.parse(readFileSync(new URL('../../locales/en-us.json', import.meta.url), 'utf8')),
);

/** The longest text whose end `shownAs` still compares. */
const LONGEST = 480;
/** All hostile strings, as many together as can be compared. Each appears once. */
const TEXTS: string[] = [];
for (const text of [...HOSTILE_STRINGS, ...XSS]) {
  const more = `${TEXTS.at(-1)} \n${text}`;
  if (TEXTS.length > 0 && more.length <= LONGEST) TEXTS[TEXTS.length - 1] = more;
  else TEXTS.push(text);
}
/** An avatar and a privacy notice for each round. `test/component` has each address in both places. */
const ADDRESSES = chunks(URLS, 2);
const rounds = Math.max(TEXTS.length, ADDRESSES.length);

const config =
  (messenger: (truth: Record<string, unknown>) => object): Lie =>
  ({ path }) =>
    path.endsWith('/config')
      ? (truth) => ({
          json: { ...truth, messenger: { ...obj(truth.messenger), ...messenger(obj(truth.messenger)) } },
        })
      : undefined;

const words = (text: string) =>
  Object.fromEntries(['open', 'close', 'window', 'failed', 'retry'].map((word) => [word, text]));

/** A configuration with `text` in all string fields and in fields that should not be strings. */
const allOf = (text: string, [avatar = '', notice = '']: string[], colour: string) => ({
  title: text,
  description: text,
  avatarUrl: avatar,
  avatar: notice,
  color: { primary: colour, message: colour, action: colour, [text]: text },
  borderRadius: `16px;}*{background:url(https://evil.example/${colour})}`,
  zIndex: text,
  position: text,
  positionOffset: {
    web: { horizontal: colour, vertical: text },
    mobile: { horizontal: text, vertical: colour },
  },
  privacyNoticeEnabled: true,
  privacyNoticeUrl: notice,
  showZendeskLogo: text,
  queuePollingInterval: text,
  waitTimeEnabled: text,
  launcher: { shape: text, text, words: words(text), label: text, showTextInMobile: text },
});

/** Loads the page with each round's configuration, for a visitor who had the window open. */
const sweep = async (which: number[], check: (page: Page, text: string) => Promise<void>) => {
  const liar = await forThisTest(startHostileDesk(desk));
  const opened = await openPage(browser, { expectedProblems: [/^Porch: The configuration's /] });
  const { page } = opened;
  const watched = guard(opened, [liar.origin, pages.origin], { pictures: ['evil.example'] });
  const address = pages.serve(fixture('plain.html', { DESK: liar.origin }));
  await page.context().route(/evil\.example/, (route) => route.fulfill({ status: 404 }));
  await page.goto(address);
  await widgetOf(page).open();
  // The next page opens the window without a click for a visitor who is stored.
  const stored = () => page.evaluate(() => `${Object.keys({ ...localStorage, ...sessionStorage })}`);
  await expect.poll(stored).toContain('.appUserId');
  for (const i of which) {
    const text = TEXTS[i % TEXTS.length] ?? '';
    const addresses = ADDRESSES[i % ADDRESSES.length] ?? [];
    const spoilt = allOf(text, addresses, COLOURS[i % COLOURS.length] ?? '');
    // An invalid locale costs two more requests per load, so only every eighth round has one.
    liar.lie(config(() => ({ ...spoilt, ...(i % 8 === 0 ? { locale: text } : {}) })));
    await page.goto(address, { waitUntil: 'commit' });
    await check(page, text);
    await watched.expectHarmless(address, 30);
  }
};

describe('a hostile configuration', () => {
  it(`shows ${HOSTILE_STRINGS.length + XSS.length} strings as text everywhere, and links to none of ${URLS.length} addresses`, async () => {
    expect(new Set(XSS).size).toBeGreaterThanOrEqual(300);
    expect(new Set(URLS).size).toBeGreaterThanOrEqual(100);
    let seen = 0;
    const check = async (page: Page, text: string) => {
      // The footer is drawn last. It exists because the account wants a privacy notice, although its address
      // is invalid.
      const footer = page.locator('[data-porch] iframe').contentFrame().locator('footer');
      await footer.waitFor({ state: 'attached' });
      const { links, pictures, ...shown } = await footer.evaluate((drawn) => {
        const card = drawn.ownerDocument;
        const launcher = card.defaultView?.frameElement?.getRootNode() as ShadowRoot;
        return {
          title: card.querySelector('h1')?.textContent,
          description: card.querySelector('header p')?.textContent,
          launcher: launcher.querySelector('button.l .t')?.textContent,
          links: drawn.querySelectorAll('a').length,
          pictures: card.querySelectorAll('header img').length,
        };
      });
      const expected = shownAs(text);
      for (const [part, said] of Object.entries(shown)) expect(shownAs(said ?? ''), part).toBe(expected);
      expect({ links, pictures }).toEqual({ links: 0, pictures: 0 });
      seen += 1;
    };
    const all = Array.from({ length: rounds }, (_, i) => i);
    // Run two at once, because a page load mostly waits.
    await Promise.all(
      [0, 1].map((half) =>
        sweep(
          all.filter((i) => i % 2 === half),
          check,
        ),
      ),
    );
    expect(seen).toBe(rounds);
  });

  it('shows its own words for a messenger that failed to load as text', async () => {
    const liar = await forThisTest(startHostileDesk(desk));
    const opened = await openPage(browser, { expectedProblems: [/status of 500/, /^Porch: Event/] });
    const { page } = opened;
    const watched = guard(opened, [liar.origin, pages.origin]);
    const address = pages.serve(fixture('plain.html', { DESK: liar.origin }));
    for (const some of chunks([...XSS, ...HOSTILE_STRINGS], 70)) {
      const text = some.join(' \n');
      const lie = config(() => ({ launcher: { words: words(text) } }));
      liar.lie((asked) =>
        /\/messenger\./.test(asked.path) ? () => ({ status: 500, json: {} }) : lie(asked),
      );
      await page.goto(address);
      const button = page.locator('[data-porch] button');
      await button.waitFor();
      expect(shownAs((await button.getAttribute('aria-label')) ?? '')).toBe(shownAs(text));
      await button.click();
      const frame = page.locator('[data-porch] iframe').contentFrame();
      await frame.getByRole('alert').waitFor();
      expect(shownAs((await frame.getByRole('alert').textContent()) ?? '')).toBe(shownAs(text));
      expect(shownAs((await frame.locator('main button').textContent()) ?? '')).toBe(shownAs(text));
      expect(shownAs((await page.locator('[data-porch] iframe').getAttribute('title')) ?? '')).toBe(
        shownAs(text),
      );
      await watched.expectHarmless(address, 10);
    }
  });

  it('requests no locale file outside the folder of locales', async () => {
    const opened = await openPage(browser);
    const { page } = opened;
    const liar: HostileDesk = await startHostileDesk(desk);
    const watched = guard(opened, [liar.origin, pages.origin]);
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/evil/i.test(decodeURIComponent(pathname)) && !/^\/porch\/l\/[^/]+$/.test(pathname))
        asked.push(pathname);
    });
    await page.context().route(/\/evil[^/]*\.js/, (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'text/javascript',
        body: 'top.hacked = 1; export default {}',
      }),
    );
    const address = pages.serve(fixture('plain.html', { DESK: liar.origin }));
    const { open, say, log, composer } = widgetOf(page);
    await page.goto(address);
    await open();
    await say('I am known');
    await log.getByText('Sent', { exact: true }).waitFor();
    for (const locale of [
      '../../evil',
      '..\\..\\evil',
      '/../../evil?',
      '../../evil.js#',
      '%2e%2e/%2e%2e/evil',
      '.././evil',
    ]) {
      liar.lie(config(() => ({ locale })));
      await page.goto(address);
      // The window that a known visitor left open opens again without a click.
      await composer.waitFor();
      await watched.expectHarmless(address, 20);
      expect(asked).toEqual([]);
    }
  });

  it(`shows ${XSS.length} labels in every place as text, and ignores invalid colours and sizes`, async () => {
    const liar = await forThisTest(startHostileDesk(desk));
    const opened = await openPage(browser, {
      expectedProblems: [/^Porch: The configuration's /, /^Porch: There is no label /],
    });
    const { page } = opened;
    const watched = guard(opened, [liar.origin, pages.origin]);
    const address = pages.serve(fixture('plain.html', { DESK: liar.origin }));
    const frame = page.frameLocator('[data-porch] iframe');
    const customization = (text: string, colour: string) => ({
      labels: { ...Object.fromEntries(LABELS.map((key) => [key, text])), [text]: text, 'a"]': text },
      theme: {
        ...Object.fromEntries(COLOR_NAMES.map((name) => [name, colour])),
        [text]: colour,
        scheme: text,
        fontSize: colour,
        borderRadius: colour,
      },
      common: { contentScale: colour, stylingPreset: text, hideHeader: text },
      messageLog: {
        businessMessage: { hideBubble: text, bubbleMaxWidth: text },
        userMessage: text,
        avatar: { size: colour, position: text },
        [text]: { [text]: text },
      },
      conversationList: { avatar: { size: text }, groupByTimestamp: text, [text]: text },
    });
    const title = frame.locator('h2');
    // Set the labels through the configuration.
    for (const [i, some] of chunks(
      HOSTILE_STRINGS.filter((text) => text.length < 100),
      12,
    ).entries()) {
      const text = some.slice(0, 4).join(' \n');
      liar.lie(
        config(() => ({
          ...customization(text, COLOURS[i % COLOURS.length] ?? ''),
          color: { action: COLOURS[i] },
        })),
      );
      await page.goto(address);
      if (i === 0) await page.locator('[data-porch] button').first().click();
      await title.waitFor();
      await expect.poll(async () => shownAs((await title.textContent()) ?? '')).toBe(shownAs(text));
      await watched.expectHarmless(address, 20);
    }
    // Set the labels while the page runs.
    const { said, named } = await page.evaluate(
      async ([texts, keys]) => {
        const zE = Reflect.get(window, 'zE') as (...args: unknown[]) => void;
        const root = document.querySelector('[data-porch]')?.shadowRoot;
        const card = root?.querySelector('iframe')?.contentDocument;
        const all: { said: (string | null)[]; named: (string | null)[] } = { said: [], named: [] };
        for (const text of texts) {
          zE('messenger:set', 'customization', {
            labels: Object.fromEntries(keys.map((key) => [key, text])),
          });
          // The text is drawn in one of the next frames. If it never appears, the comparison below reports
          // it.
          for (let i = 0; i < 60 && card?.querySelector('h2')?.textContent !== text; i++) {
            await new Promise((next) => requestAnimationFrame(next));
          }
          all.said.push(card?.querySelector('h2 + p')?.textContent ?? '');
          all.named.push(card?.querySelector('textarea')?.placeholder ?? '');
        }
        return all;
      },
      [[...XSS], LABELS] as const,
    );
    expect(missing(said, XSS)).toEqual([]);
    expect(missing(named, XSS)).toEqual([]);
    await watched.expectHarmless(address, 20);
  });
});
