import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { render } from 'react-dom';
import type { Words } from '../i18n/words';
import { listen } from '../platform/disposer';
import type { CardFrame } from '../platform/frames';
import { createFrameStyles } from '../platform/sheets';
import type { Theme } from '../slices/theme';
import { CssProvider, createCss } from '../ui/theme/css';
import { themeCss } from '../ui/theme/tokens';
import { HomeCard } from './card/HomeCard';
import { type HomeContextValue, HomeProvider } from './context';

/**
 * Draws a card into its frame.
 * @param leave called when Escape is pressed
 * @param before the element that follows the card; without it, the card comes last in the frame
 * @returns a function that removes the card
 */
export const mountCard = (
  { document: doc, window }: CardFrame,
  theme: Theme,
  words: ReadonlySignal<Words>,
  leave: () => void,
  card: ReactNode,
  before?: Element,
): (() => void) => {
  const root = doc.createElement('div');
  const styles = createFrameStyles(doc, window);
  styles.adopt(themeCss(theme));
  const removeFrame = theme.addFrame(styles);
  // The card's parts share the column of the element that follows.
  if (before) root.style.display = 'contents';
  (before?.parentNode ?? doc.body).insertBefore(root, before ?? null);
  render(<CssProvider value={createCss(styles.target)}>{card}</CssProvider>, root);
  const stopKeys = listen(doc, 'keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape' && !event.defaultPrevented) leave();
  });
  const stopLanguage = effect(() => {
    const { locale, rtl } = words.value;
    doc.documentElement.lang = locale;
    doc.dir = rtl ? 'rtl' : 'ltr';
  });
  return () => {
    stopLanguage();
    stopKeys();
    render(null, root);
    root.remove();
    removeFrame();
  };
};

export const mountHome = (frame: CardFrame, theme: Theme, value: HomeContextValue): (() => void) =>
  mountCard(
    frame,
    theme,
    value.state.words,
    // Escape closes the widget; otherwise the Tab cycle between launcher and frame would be a keyboard trap.
    () => value.actions.close(0),
    <HomeProvider value={value}>
      <HomeCard />
    </HomeProvider>,
    value.state.textBox.form,
  );
