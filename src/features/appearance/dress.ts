import { effect } from '@preact/signals-react';
import type { FeatureDeps } from '../../conversation/featureDeps';
import type { FrameStyles } from '../../platform/sheets';

/**
 * Adds a style sheet to every card's frame, and updates it when `css` changes.
 * @returns stops the updates
 */
export const dress = ({ frames }: FeatureDeps['colours'], css: () => string): (() => void) => {
  const sheets = new WeakMap<FrameStyles, CSSStyleSheet>();
  return effect(() => {
    const text = css();
    for (const frame of frames.value) {
      const sheet = sheets.get(frame) ?? frame.adopt('');
      sheets.set(frame, sheet);
      sheet.replaceSync(text);
    }
  });
};
