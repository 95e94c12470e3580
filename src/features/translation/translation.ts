import type { Needs } from '../../conversation/featureDeps';
import { listen } from '../../platform/disposer';
import { keepTexts } from '../../platform/translatedTexts';

/** Keeps what the launcher and the cards show up to date while a visitor translates the page; draws nothing. */
export const createTranslation = ({ surface, onDispose }: Needs<'surface' | 'onDispose'>) => {
  const { root } = surface;
  keepTexts(root);
  void surface.home().then((card) => keepTexts(card.document));
  // A card above it is a frame of its own, which is removed with the card.
  const stop = listen(
    root,
    'load',
    ({ target }) => {
      const card = (target as Partial<HTMLIFrameElement>).contentDocument;
      if (card) keepTexts(card);
    },
    { capture: true },
  );
  onDispose(stop);
  return () => null;
};

export { createTranslation as create };
