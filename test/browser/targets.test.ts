import type { CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenedPage } from '../support/browser';
import { resizeFrames, startGallery } from '../support/gallery';
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

// Test both text directions. The texts themselves make no difference.
describe.each(['en-us', 'ar'])('whatever can be pressed is large enough, %s', (locale) => {
  // One page serves all views, because drawing its states takes longest.
  let opened: OpenedPage;
  let devTools: CDPSession;
  beforeAll(async () => {
    opened = await gallery.open({ locale, size: '320x568' });
    devTools = await opened.page.context().newCDPSession(opened.page);
  });
  afterAll(() => opened?.close());

  const VIEWS = ['320x568', '380x700'].flatMap((size): [number, 'mouse' | 'finger', string][] => [
    [24, 'mouse', size],
    [44, 'finger', size],
  ]);
  it.each(VIEWS)('%i px in both directions for a %s, at %s', async (least, pointer, size) => {
    const { page } = opened;
    // As on a tablet that is taken out of its keyboard, or put back.
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: pointer === 'finger' });
    await resizeFrames(page, size);
    const seen = await page.evaluate(measureTargets, { least, inSentences: IN_SENTENCES });
    expect(seen).toMatchObject({ small: [], coarse: pointer === 'finger' });
    expect(seen.frames).toBeGreaterThanOrEqual(60);
    expect(seen.targets).toBeGreaterThanOrEqual(800);
    expect(seen.sentences).toBeGreaterThanOrEqual(20);
  });
});
