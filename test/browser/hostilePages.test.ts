import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MOVING, openPage } from '../support/browser';
import { fixture } from '../support/hostPages';
import { setUp } from '../support/setUp';
import { replyAs, roundTrip, widgetOf } from '../support/widget';

const { browser, desk, pages } = await setUp();

const hostile = ({ script = '', css = '' }): string => {
  const HEAD = `<style>${css}</style><script>${script}</script>`;
  return pages.serve(fixture('plain.html', { DESK: desk.origin, HEAD }));
};

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  return box && Object.fromEntries(Object.entries(box).map(([side, px]) => [side, Math.round(px)]));
};

const STYLES = {
  'hides everything below the body and beside it':
    'body *, html > div, html > iframe, iframe, button { display: none !important; visibility: hidden !important }',
  'makes every box static': 'div, iframe { position: static !important; transform: none !important }',
  'shapes every frame and button':
    'iframe { width: 11px !important; height: 11px !important; border: 9px solid red !important; opacity: .1 !important; pointer-events: none !important } button { all: unset !important; font-size: 90px !important }',
  'sets everything in motion and in colour':
    '* { transition: all 30s !important; animation: none !important; color: #eee !important; background: #eee !important; font: 60px serif !important; box-sizing: content-box !important; zoom: 1 !important }',
};

/** What a script of the page would set or read, which the page's content can name as well. */
const NAMES = [
  ...['currentScript', 'zE', 'zEmbed', 'zESettings', 'zEMessenger', 'requestIdleCallback', 'origin'],
  ...['createElement', 'createElementNS', 'documentElement', 'head', 'body', 'adoptedStyleSheets'],
];
const EVIL = 'http://evil.example';
const MEMBERS = ['porch', 'q', 'zendeskHost', 'skip', 'autorender'];

/** What a comment or an article may contain where names are allowed. */
const CONTENTS: Record<string, (name: string) => string> = {
  'a picture': (name) =>
    `<img name="${name}" id="${name}" src="${EVIL}/a/b.png" data-zendesk-host="${EVIL}">`,
  'a form with fields': (name) =>
    `<form name="${name}" id="${name}" action="${EVIL}">${MEMBERS.map((field) => `<input name="${field}" value="${EVIL}">`).join('')}</form>`,
  'two links': (name) =>
    `<a id="${name}" name="src" href="${EVIL}/a/b.js"></a>${MEMBERS.map((member) => `<a id="${name}" name="${member}" href="${EVIL}"></a>`).join('')}`,
  'a frame': (name) => `<iframe name="${name}" src="${EVIL}"></iframe>`,
  'an object': (name) => `<object name="${name}" id="${name}" data="${EVIL}/a/b.png"></object>`,
};

describe('a page whose content names what Porch reads', () => {
  it.each(Object.entries(CONTENTS))(
    'as %s is asked for no file of that content, and has its messenger',
    async (_, named) => {
      for (const script of ['porch.js', 'porch.now.js']) {
        const { page } = await openPage(browser);
        const asked: string[] = [];
        page.on('request', (request) => {
          if (/script|fetch|xhr/.test(request.resourceType())) asked.push(new URL(request.url()).origin);
        });
        await page.route(`${EVIL}/**`, (route) => route.fulfill({ body: '' }));
        const html = fixture('plain.html', { DESK: desk.origin }).replace('porch.js', script);
        await page.goto(pages.serve(html.replace('<body>', `<body>${NAMES.map(named).join('')}`)));
        await widgetOf(page).launcher.click();
        await widgetOf(page).composer.waitFor();
        expect(new Set(asked)).toEqual(new Set([desk.origin]));
      }
    },
  );
});

describe('a page that the script meets early, late or twice', () => {
  it('has the launcher behind its content in the tab order where the script runs before the body', async () => {
    const { page } = await openPage(browser);
    const html = fixture('plain.html', { DESK: desk.origin });
    await page.goto(pages.serve(html.replace('async src', 'src').replace('porch.js', 'porch.now.js')));
    await widgetOf(page).launcher.waitFor();
    const order = () => page.evaluate(() => [...document.documentElement.children].map((e) => e.tagName));
    await expect.poll(order).toEqual(['HEAD', 'BODY', 'DIV']);
  });

  it.each([
    'display: grid; gap: 24px; min-height: 100%',
    'display: flex; gap: 24px',
    'writing-mode: vertical-rl',
    'columns: 2',
  ])('has its boxes where they are without it, with html { %s }', async (style) => {
    const { page } = await openPage(browser);
    const html = fixture('plain.html', { DESK: desk.origin, HEAD: `<style>html { ${style} }</style>` });
    const boxes = () =>
      page.evaluate(() =>
        ['html', 'body', 'h1', 'p'].map((name) => {
          const { x, y, width, height } = (document.querySelector(name) as Element).getBoundingClientRect();
          return [name, x, y, width, height, document.documentElement.scrollHeight];
        }),
      );
    await page.goto(pages.serve(html.replace(/<script async[^>]*><\/script>/, '')));
    const plain = await boxes();
    await page.goto(pages.serve(html));
    await widgetOf(page).launcher.waitFor();
    expect(await boxes()).toEqual(plain);
  });

  it('has one widget after it has deleted zE and added the tag again, twice', async () => {
    const { page } = await openPage(browser);
    await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
    const { launcher, composer } = widgetOf(page);
    await launcher.waitFor();
    for (let times = 0; times < 2; times++) {
      await page.evaluate(() => {
        const tag = document.querySelector('script[src$="porch.js"]') as HTMLScriptElement;
        const next = document.createElement('script');
        next.src = tag.src;
        Reflect.deleteProperty(window, 'zE');
        tag.replaceWith(next);
      });
      await page.waitForFunction('window.zE?.porch');
      await expect.poll(() => page.locator('[data-porch]').count()).toBe(1);
    }
    await page.evaluate("zE('messenger', 'open')");
    await composer.waitFor();
  });
});

describe('a page with hostile scripts or styles', () => {
  for (const file of ['brokenGlobals.js', 'prototypeLike.js']) {
    it(`cannot break the messenger by its ${file.replace('.js', '')}`, async () => {
      const { page } = await openPage(browser, MOVING);
      await page.goto(hostile({ script: fixture(file) }));
      await roundTrip(desk, page);
    });
  }

  for (const [what, css] of Object.entries(STYLES)) {
    it(`cannot break the launcher or the window by a style that ${what}`, async () => {
      const { page } = await openPage(browser, MOVING);
      await page.goto(hostile({ css }));
      const { launcher, window } = widgetOf(page);
      await launcher.waitFor();
      expect(page.frames()).toHaveLength(1);
      expect(await boxOf(launcher)).toEqual({ x: 1208, y: 728, width: 56, height: 56 });
      await roundTrip(desk, page);
      await expect.poll(() => boxOf(window)).toEqual({ x: 884, y: 16, width: 380, height: 696 });
    });
  }

  const SWAPS = {
    'empties its body': "document.body.innerHTML = ''",
    'replaces its body':
      "document.documentElement.replaceChild(document.createElement('body'), document.body)",
    'sets document.body, as Turbo does': "document.body = document.createElement('body')",
    'rewrites its head and its attributes':
      "document.head.innerHTML = ''; document.documentElement.className = 'x'; document.documentElement.removeAttribute('lang')",
  };
  for (const [what, script] of Object.entries(SWAPS)) {
    it(`${what} and still has its launcher and its conversation`, async () => {
      const { page } = await openPage(browser, MOVING);
      await page.goto(pages.serve(fixture('plain.html', { DESK: desk.origin })));
      const { launcher, message, composer } = widgetOf(page);
      await launcher.waitFor();
      await page.evaluate(script);
      const id = await roundTrip(desk, page);
      await composer.fill('Half a sentence');
      await page.evaluate(script);
      expect(await composer.inputValue()).toBe('Half a sentence');
      await replyAs(desk, id, 'Still here');
      await message('Still here').waitFor();
      await launcher.click();
      await page.getByRole('button', { name: 'Open messaging window' }).waitFor();
    });
  }
});
