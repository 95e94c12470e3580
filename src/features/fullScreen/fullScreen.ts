import type { Needs } from '../../conversation/featureDeps';
import { isEmbedded } from '../../platform/cycleFocus';
import { createScreen } from '../../platform/screen';
import { createScreenFiller } from './fillScreen';

/** Adjusts the page for a window that fills the screen; draws nothing. */
export const createFullScreen = ({
  surface,
  clock,
  seen,
  own,
}: Needs<'surface' | 'clock' | 'seen' | 'own'>) => {
  void surface.home().then(({ element, document }) => {
    // What fills an element of the page leaves the rest of the page alone.
    if (isEmbedded(document)) return;
    own(createScreenFiller({ ...createScreen(surface.root, element), shown: seen, clock }));
  });
  return () => null;
};
