import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startGallery } from '../support/gallery';
import { forThisFile } from '../support/setUp';

const gallery = await forThisFile(startGallery());

type TargetsSeen = { small: string[]; frames: number; targets: number; sentences: number; coarse: boolean };

/**
 * Measures all controls in every frame. Runs in the page. Replaces all texts by a narrow letter, because the
 * minimum size must come from the style sheet and not from texts or installed fonts.
 */
const measureTargets = ({ least, inSentences }: { least: number; inSentences: string }): TargetsSeen => {
  const seen: TargetsSeen = { small: [], frames: 0, targets: 0, sentences: 0, coarse: true };
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
      while (texts.nextNode()) (texts.currentNode as Text).data = 'i';
      const { width, height } = target.getBoundingClientRect();
      // Phone screens round sizes by up to half a pixel.
      if (width > least - 0.5 && height > least - 0.5) continue;
      const size = `${Math.round(width)} × ${Math.round(height)}`;
      seen.small.push(`${frame.title}: ${target.localName} "${name}" ${size}`);
    }
  }
  return seen;
};

/**
 * Links in texts that people wrote. They are as high as a line of text, even if the text is only an address.
 */
const IN_SENTENCES = ':is(p,ul,ol)[dir=auto] a';

const PHONE: BrowserContextOptions = {
  hasTouch: true,
  isMobile: true,
  viewport: { width: 1280, height: 800 },
};

describe('whatever can be pressed is large enough', () => {
  // Test both text directions. The texts themselves make no difference.
  const VIEWS = ['en-us', 'ar'].flatMap((locale) => ['380x700', '320x568'].map((size) => [locale, size]));
  it.each(VIEWS)('24 × 24 px for a mouse, %s at %s', { timeout: 120_000 }, async (locale = '', size = '') => {
    const { page, close } = await gallery.open({ locale, size });
    const seen = await page.evaluate(measureTargets, { least: 24, inSentences: IN_SENTENCES });
    expect(seen).toMatchObject({ small: [], coarse: false });
    expect(seen.frames).toBeGreaterThanOrEqual(60);
    expect(seen.targets).toBeGreaterThanOrEqual(800);
    expect(seen.sentences).toBeGreaterThanOrEqual(20);
    await close();
  });

  it.each(VIEWS)(
    '44 × 44 px for a finger, %s at %s',
    { timeout: 120_000 },
    async (locale = '', size = '') => {
      const { page, close } = await gallery.open({ locale, size }, PHONE);
      const seen = await page.evaluate(measureTargets, { least: 44, inSentences: IN_SENTENCES });
      expect(seen).toMatchObject({ small: [], coarse: true });
      expect(seen.frames).toBeGreaterThanOrEqual(60);
      expect(seen.targets).toBeGreaterThanOrEqual(800);
      expect(seen.sentences).toBeGreaterThanOrEqual(20);
      await close();
    },
  );
});
