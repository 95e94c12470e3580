import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';
import { galleryReady } from '../support/gallery';

const GALLERY = fileURLToPath(new URL('../../examples/gallery', import.meta.url));

let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  if (!existsSync(`${GALLERY}/dist/index.html`)) await build({ root: GALLERY, logLevel: 'error' });
  [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await desk?.close();
});

type Found = { violations: string[]; elements: number; passes: number };

/**
 * Rules whose result depends on the color scheme or forced colors. All other rules give the same result in
 * every scheme.
 */
const OF_THE_SCHEME = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

/** Loads axe into the page and into each card of the gallery once, because its 500 kB take time to load. */
const giveAxe = (page: Page): Promise<void> =>
  page.evaluate((source) => {
    const give = (view: Window) => (view as unknown as { eval(code: string): void }).eval(source);
    for (const frame of document.querySelectorAll('main iframe'))
      give((frame as HTMLIFrameElement).contentWindow as Window);
    give(window);
  }, axe.source);

/** Runs axe on a document. @param only runs only these rules @returns violations, and how much was checked */
const judge = async (frame: Frame | Page, only?: string[]): Promise<Found> =>
  frame.evaluate(async (rules) => {
    // Wait for animations to end, because half-faded text has less contrast.
    const ending = document
      .getAnimations()
      .filter((a) => Number.isFinite(a.effect?.getComputedTiming().endTime));
    await Promise.all(ending.map((a) => a.finished.catch(() => {})));
    const { axe: injected } = window as unknown as { axe: typeof axe };
    // Each card is judged in its own frame, where rules about page titles and regions do not apply.
    const { violations, passes } = await injected.run(document, {
      iframes: false,
      resultTypes: ['violations'],
      selectors: false,
      ...(rules
        ? { runOnly: rules }
        : { rules: { region: { enabled: window === top }, 'document-title': { enabled: window === top } } }),
    });
    return {
      violations: violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 200)}`)),
      elements: document.body.querySelectorAll('*').length,
      passes: passes.length,
    };
  }, only);

/** The changes of scheme. Each is applied to the gallery without redrawing it. */
const SCHEMES: [string, (page: Page) => Promise<unknown>][] = [
  ['dark', (page) => page.locator('select[name=scheme]').selectOption('dark')],
  ['dark, forced', (page) => page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })],
  [
    'light, forced',
    async (page) => {
      await page.locator('select[name=scheme]').selectOption('light');
      await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    },
  ],
];

describe('the gallery has no axe violations', () => {
  const VIEWS = [
    ['en-us', '380x600'],
    ['ar', '320x568'],
  ] as const;
  it.each(VIEWS)('in every state and scheme, %s at %s', { timeout: 120_000 }, async (locale, size) => {
    // Bypass the page's policy, which would block axe and is not under test here.
    const { page, close } = await openPage(browser, { bypassCSP: true });
    await page.goto(`${desk.origin}/gallery/?locale=${locale}&size=${size}`);
    await galleryReady(page, locale);
    const names = await page.locator('figcaption').allTextContents();
    const handles = await page.locator('iframe').elementHandles();
    const frames = (await Promise.all(handles.map((handle) => handle.contentFrame()))).filter((f) => !!f);
    expect(frames.length).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
    await giveAxe(page);
    const found: string[] = [];
    const judgeAll = async (scheme: string, passes: number, only?: string[]) => {
      let elements = 0;
      for (const [i, frame] of frames.entries()) {
        const seen = await judge(frame, only);
        // The smallest document is an agent's page.
        expect(seen.elements, names[i]).toBeGreaterThanOrEqual(6);
        expect(seen.passes, names[i]).toBeGreaterThanOrEqual(passes);
        elements += seen.elements;
        found.push(...seen.violations.map((violation) => `${names[i]}, ${scheme}: ${violation}`));
      }
      expect(elements, scheme).toBeGreaterThanOrEqual(4000);
    };
    await judgeAll('light', 8);
    for (const [i, frame] of frames.entries()) {
      const dir = await frame.evaluate(() => document.documentElement.dir);
      expect(dir, names[i]).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    }
    const outside = await judge(page);
    for (const [scheme, change] of SCHEMES) {
      await change(page);
      await judgeAll(scheme, 1, OF_THE_SCHEME);
    }
    expect(found).toEqual([]);
    expect(outside.violations).toEqual([]);
    await close();
  });
});

describe('a page with Porch on it has no axe violations', () => {
  it.each(['en-us', 'ar'])('in the launcher’s shadow root and the window, %s', async (locale) => {
    const { page, close } = await openPage(browser, { locale });
    await page.goto(`${desk.origin}/?locale=${locale}`);
    const host = page.locator('[data-porch]');
    await host.locator('button').waitFor();
    const inShadow = () =>
      page.evaluate(async () => {
        const { axe: injected } = window as unknown as { axe: typeof axe };
        const root = document.querySelector('[data-porch]')?.shadowRoot;
        const { violations, passes } = await injected.run(document.querySelector('[data-porch]') as Element, {
          iframes: false,
        });
        return {
          violations: violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 200)}`)),
          elements: root?.querySelectorAll('*').length ?? 0,
          passes: passes.map((pass) => pass.id),
        };
      });
    await page.evaluate(axe.source);
    const closed = await inShadow();
    expect(closed.violations).toEqual([]);
    expect(closed.elements).toBeGreaterThanOrEqual(4);
    expect(closed.passes).toContain('button-name');
    await host.locator('button').click();
    const card = await (await host.locator('iframe').elementHandle())?.contentFrame();
    if (!card) throw new Error('The window has no document');
    await card.locator('textarea').waitFor();
    const open = await inShadow();
    expect(open.violations).toEqual([]);
    expect(open.passes).toContain('frame-title');
    await card.evaluate(axe.source);
    const inside = await judge(card);
    expect(inside.violations).toEqual([]);
    expect(inside.elements).toBeGreaterThanOrEqual(12);
    await close();
  });
});

it('The gallery shows English where its address names a locale that is none.', async () => {
  const { page, close, problems } = await openPage(browser);
  for (const locale of ['xx', '__proto__', '../../package', '<img>', 'x'.repeat(5000)]) {
    await page.goto(`${desk.origin}/gallery/?${new URLSearchParams({ locale, state: 'Form' })}`);
    await galleryReady(page, 'en-us');
  }
  expect(problems.pageErrors).toEqual([]);
  await close();
});
