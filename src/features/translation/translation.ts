import type { Needs } from '../../conversation/featureDeps';
import { listen } from '../../platform/disposer';
import { keepTexts } from '../../platform/translatedTexts';

/** Keeps what the launcher and the cards show up to date while a visitor translates the page; draws nothing. */
const createTranslation = ({ surface, onDispose }: Needs<'surface' | 'onDispose'>) => {
  const { root } = surface;
  keepTexts(root);
  void surface.home().then((card) => keepTexts(card.document));
  // Each card above it has its own frame, which is removed with the card.
  const keepCard = ({ target }: Event) => {
    const card = (target as Partial<HTMLIFrameElement>).contentDocument;
    if (card) keepTexts(card);
  };
  onDispose(listen(root, 'load', keepCard, { capture: true }));
  return () => null;
};

export { createTranslation as create };
