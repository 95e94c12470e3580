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

describe('a page with hostile scripts or styles', () => {
  for (const file of ['brokenGlobals.js', 'prototypeLike.js']) {
    it(`cannot break the messenger by its ${file.replace('.js', '')}`, async () => {
      const opened = await openPage(browser, MOVING);
      const { page } = opened;
      await page.goto(hostile({ script: fixture(file) }));
      await roundTrip(desk, page);
      expect(opened.allProblems()).toEqual([]);
      await opened.close();
    });
  }

  for (const [what, css] of Object.entries(STYLES)) {
    it(`cannot break the launcher or the window by a style that ${what}`, async () => {
      const opened = await openPage(browser, MOVING);
      const { page } = opened;
      await page.goto(hostile({ css }));
      const { launcher, window } = widgetOf(page);
      await launcher.waitFor();
      expect(page.frames()).toHaveLength(1);
      expect(await boxOf(launcher)).toEqual({ x: 1208, y: 728, width: 56, height: 56 });
      await roundTrip(desk, page);
      await expect.poll(() => boxOf(window)).toEqual({ x: 884, y: 16, width: 380, height: 696 });
      expect(opened.allProblems()).toEqual([]);
      await opened.close();
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
      const opened = await openPage(browser, MOVING);
      const { page } = opened;
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
      expect(opened.allProblems()).toEqual([]);
      await opened.close();
    });
  }
});
