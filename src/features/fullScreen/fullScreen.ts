import type { Needs } from '../../conversation/featureDeps';
import { createScreen } from '../../platform/screen';
import { createScreenFiller } from './fillScreen';

/** Adjusts the page for a window that fills the screen; draws nothing. */
export const createFullScreen = ({
  surface,
  clock,
  seen,
  own,
}: Needs<'surface' | 'clock' | 'seen' | 'own'>) => {
  void surface.home().then(({ element }) => {
    own(createScreenFiller({ ...createScreen(surface.root, element), shown: seen, clock }));
  });
  return () => null;
};
