import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import type { Browser, Frame, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from '../support/browser';
import { type Desk, startDesk } from '../support/desk';

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

/** What axe says of a document as it is now, and how much of it there is. */
const judge = async (frame: Frame | Page): Promise<Found> => {
  // Motion over first: what is half faded in has half its contrast.
  await frame.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((a) => Number.isFinite(a.effect?.getComputedTiming().endTime));
    return Promise.all(ending.map((a) => a.finished.catch(() => {})));
  });
  await frame.evaluate(axe.source);
  return frame.evaluate(async () => {
    const { axe: injected } = window as unknown as { axe: typeof axe };
    // Each card is judged in its own frame; it is no page with a title, and what part of one it is is for that page to say.
    const { violations, passes } = await injected.run(document, {
      iframes: false,
      resultTypes: ['violations', 'passes'],
      rules: { region: { enabled: window === top }, 'document-title': { enabled: window === top } },
    });
    return {
      violations: violations.flatMap((v) => v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 200)}`)),
      elements: document.body.querySelectorAll('*').length,
      passes: passes.length,
    };
  });
};

describe('the gallery has no axe violations', () => {
  const VIEWS = [
    ['en-us', '380x600'],
    ['ar', '320x568'],
  ] as const;
  it.each(VIEWS)('in every state, %s at %s', { timeout: 120_000 }, async (locale, size) => {
    const { page, close } = await openPage(browser);
    await page.goto(`${desk.origin}/gallery/?locale=${locale}&size=${size}`);
    await page.locator(`main[data-ready=${locale}]`).waitFor();
    const names = await page.locator('figcaption').allTextContents();
    const frames = await page.locator('iframe').elementHandles();
    expect(frames.length).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
    const found: string[] = [];
    let elements = 0;
    for (const [i, handle] of frames.entries()) {
      const frame = await handle.contentFrame();
      if (!frame) throw new Error(`${names[i]} has no document`);
      const dir = await frame.evaluate(() => document.documentElement.dir);
      expect(dir, names[i]).toBe(locale === 'ar' ? 'rtl' : 'ltr');
      const seen = await judge(frame);
      // Those of an agent's page at the least.
      expect(seen.elements, names[i]).toBeGreaterThanOrEqual(6);
      expect(seen.passes, names[i]).toBeGreaterThanOrEqual(8);
      elements += seen.elements;
      found.push(...seen.violations.map((violation) => `${names[i]}: ${violation}`));
    }
    expect(found).toEqual([]);
    expect(elements).toBeGreaterThanOrEqual(4000);
    const outside = await judge(page);
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
    const inside = await judge(card);
    expect(inside.violations).toEqual([]);
    expect(inside.elements).toBeGreaterThanOrEqual(12);
    await close();
  });
});
