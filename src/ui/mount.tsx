import { effect } from '@preact/signals-react';
import { render } from 'react-dom';
import type { CardFrame } from '../platform/frames';
import type { FrameStyles } from '../platform/sheets';
import type { Theme } from '../slices/theme';
import { HomeCard } from './cards/home/HomeCard';
import { type HomeContextValue, HomeProvider } from './context';
import { CssProvider, createCss } from './theme/css';
import { themeCss } from './theme/tokens';

/**
 * Draws the home card into its frame.
 * @param styles the frame's
 * @returns the undo
 */
export const mountHome = (
  frame: CardFrame,
  styles: FrameStyles,
  theme: Theme,
  value: HomeContextValue,
): (() => void) => {
  const doc = frame.document;
  const root = doc.createElement('div');
  styles.adopt(themeCss(theme));
  doc.body.appendChild(root);
  render(
    <CssProvider value={createCss(styles.target)}>
      <HomeProvider value={value}>
        <HomeCard />
      </HomeProvider>
    </CssProvider>,
    root,
  );
  // Escape closes, or the Tab cycle between launcher and frame would be a trap (DESIGN.md 3.6).
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) value.actions.close(0);
  };
  doc.addEventListener('keydown', onKey);
  const stopLanguage = effect(() => {
    const words = value.state.words.value;
    doc.documentElement.lang = words.locale;
    doc.documentElement.dir = words.rtl ? 'rtl' : 'ltr';
  });
  return () => {
    stopLanguage();
    doc.removeEventListener('keydown', onKey);
    render(null, root);
    doc.body.removeChild(root);
  };
};
