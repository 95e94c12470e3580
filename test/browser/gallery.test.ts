import axe from 'axe-core';
import type { CDPSession, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenedPage, openPage } from '../support/browser';
import { faintInEachPalette } from '../support/faintTexts';
import { galleryReady, MISSING, resizeFrames } from '../support/gallery';
import { SCROLLERS, type ScrollersSeen } from '../support/scrollers';
import { setUp } from '../support/setUp';

const { browser, desk } = await setUp();

type Found = { violations: string[]; elements: number; passes: number };

/** Rules whose result depends on the color scheme or forced colors. A scheme changes no size. */
const OF_THE_SCHEME = ['color-contrast', 'link-in-text-block'];

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

type TargetsSeen = { small: string[]; frames: number; targets: number; sentences: number; coarse: boolean };

/**
 * Measures all controls in every frame. Runs in the page. Each text is a narrow letter meanwhile, because the
 * minimum size must come from the style sheet and not from texts or installed fonts.
 */
const measureTargets = ({ least, inSentences }: { least: number; inSentences: string }): TargetsSeen => {
  const seen: TargetsSeen = { small: [], frames: 0, targets: 0, sentences: 0, coarse: true };
  const undo: (() => void)[] = [];
  const shorten = (text: Text) => {
    const { data } = text;
    undo.push(() => {
      text.data = data;
    });
    text.data = 'i';
  };
  for (const frame of document.querySelectorAll('iframe')) {
    const { contentDocument: doc, contentWindow: view } = frame;
    if (!doc || !view) continue;
    seen.frames += 1;
    seen.coarse &&= view.matchMedia('(pointer:coarse)').matches;
    for (const target of doc.querySelectorAll<HTMLElement>('button,a[href],input,select,textarea')) {
      if (!target.checkVisibility({ visibilityProperty: true })) continue;
      if (target.matches(inSentences)) {
        seen.sentences += 1;
        continue;
      }
      seen.targets += 1;
      const name = (target.ariaLabel || target.textContent || target.title).slice(0, 40);
      const texts = doc.createTreeWalker(target, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) shorten(texts.currentNode as Text);
      const { width, height } = target.getBoundingClientRect();
      // Phone screens round sizes by up to half a pixel.
      if (width > least - 0.5 && height > least - 0.5) continue;
      const size = `${Math.round(width)} × ${Math.round(height)}`;
      seen.small.push(`${frame.title}: ${target.localName} "${name}" ${size}`);
    }
  }
  for (const restore of undo) restore();
  return seen;
};

/**
 * Links in texts that people wrote. They are as high as a line of text, even if the text is only an address.
 */
const IN_SENTENCES = ':is(p,ul,ol)[dir=auto] a';

// One page of each text direction serves all tests, because drawing its states takes longest.
describe.each([
  ['en-us', '380x600'],
  ['ar', '320x568'],
])('every state of the gallery, %s', (locale, drawnSize) => {
  let opened: OpenedPage;
  let devTools: CDPSession;
  beforeAll(async () => {
    // Bypass the page's policy, which would block axe and is not under test here.
    opened = await openPage(browser, { bypassCSP: true, possibleProblems: MISSING });
    await opened.page.goto(`${desk.origin}/gallery/?frames=all&locale=${locale}&size=${drawnSize}`);
    await galleryReady(opened.page, locale);
    devTools = await opened.page.context().newCDPSession(opened.page);
  });
  afterAll(() => opened?.close());

  it(`has no axe violations in ${locale === 'ar' ? 'the light scheme' : 'any scheme'}, at ${drawnSize}`, async () => {
    const { page } = opened;
    await resizeFrames(page, drawnSize);
    const names = await page.locator('figcaption').allTextContents();
    const handles = await page.locator('iframe').elementHandles();
    const frames = (await Promise.all(handles.map((handle) => handle.contentFrame()))).filter((f) => !!f);
    expect(frames.length).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
    await giveAxe(page);
    const found: string[] = [];
    const judgeAll = async (scheme: string, passes: number, only?: string[]) => {
      let elements = 0;
      let judged = 0;
      for (const [i, frame] of frames.entries()) {
        const seen = await judge(frame, only);
        // The smallest document is an agent's page.
        expect(seen.elements, names[i]).toBeGreaterThanOrEqual(6);
        if (seen.passes >= passes) judged += 1;
        elements += seen.elements;
        found.push(...seen.violations.map((violation) => `${names[i]}, ${scheme}: ${violation}`));
      }
      expect(elements, scheme).toBeGreaterThanOrEqual(4000);
      // No rule of the scheme finds text in a large image, nor in a page that is still loading.
      expect(judged, scheme).toBeGreaterThanOrEqual(frames.length - (only ? 3 : 0));
    };
    await judgeAll('light', 8);
    for (const [i, frame] of frames.entries()) {
      const dir = await frame.evaluate(() => document.documentElement.dir);
      expect(dir, names[i]).toBe(locale === 'ar' ? 'rtl' : 'ltr');
    }
    const outside = await judge(page);
    // Colors are the same in each direction.
    for (const [scheme, change] of locale === 'ar' ? [] : SCHEMES) {
      await change(page);
      await judgeAll(scheme, 1, OF_THE_SCHEME);
    }
    await page.emulateMedia({ colorScheme: null, forcedColors: null });
    expect(found).toEqual([]);
    expect(outside.violations).toEqual([]);
  });

  it(`has no needless scrollbar, at ${drawnSize} (layout-23)`, async () => {
    const { page } = opened;
    await resizeFrames(page, drawnSize);
    const seen = await page.evaluate<ScrollersSeen>(SCROLLERS);
    expect(seen.needless).toEqual([]);
    expect(seen.scrollers).toBeGreaterThanOrEqual(30);
    expect(seen.bars).toBeGreaterThanOrEqual(20);
  });

  // Test both text directions. The texts themselves make no difference.
  const VIEWS = ['320x568', '380x700'].flatMap((size): [number, 'mouse' | 'finger', string][] => [
    [24, 'mouse', size],
    [44, 'finger', size],
  ]);
  it.each(VIEWS)(
    'has only targets of %i px in both directions for a %s, at %s',
    async (least, pointer, size) => {
      const { page } = opened;
      // As on a tablet that is taken out of its keyboard, or put back.
      await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: pointer === 'finger' });
      await resizeFrames(page, size);
      const seen = await page.evaluate(measureTargets, { least, inSentences: IN_SENTENCES });
      await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
      expect(seen).toMatchObject({ small: [], coarse: pointer === 'finger' });
      expect(seen.frames).toBeGreaterThanOrEqual(60);
      expect(seen.targets).toBeGreaterThanOrEqual(800);
      expect(seen.sentences).toBeGreaterThanOrEqual(20);
    },
  );

  if (locale === 'ar') return;
  it('has every text at 4.5:1 for each palette in both schemes', async () => {
    await resizeFrames(opened.page, '380x700');
    expect(await faintInEachPalette(opened.page)).toEqual({});
  });
});

describe('a page with Porch on it has no axe violations', () => {
  it.each(['en-us', 'ar'])('in the launcher’s shadow root and the window, %s', async (locale) => {
    const { page } = await openPage(browser, { at: `${desk.origin}/?locale=${locale}`, locale });
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
    expect(closed.elements).toBeGreaterThanOrEqual(3);
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
  });
});

it('The gallery shows English when its address names an unknown locale.', async () => {
  const { page } = await openPage(browser);
  for (const locale of ['xx', '__proto__', '../../package', '<img>', 'x'.repeat(5000)]) {
    await page.goto(`${desk.origin}/gallery/?${new URLSearchParams({ locale, find: 'Form' })}`);
    await galleryReady(page, 'en-us');
  }
});
