import { effect } from '@preact/signals-react';
import type { FrameStyles } from '../../platform/sheets';
import type { Theme } from '../../slices/theme';

/**
 * Adds a style sheet to every card's frame, and updates it when `css` changes.
 * @returns stops the updates
 */
export const applyStyleSheet = ({ frames }: Pick<Theme, 'frames'>, css: () => string): (() => void) => {
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
