import { createScreenFiller } from '../flows/fillScreen';
import { createScreen } from '../platform/screen';
import type { CardDeps } from './deps';

/** Adjusts the page for a window that fills the screen; draws nothing. */
export const createPart = ({ surface, clock, seen, own }: CardDeps) => {
  void surface.home().then(({ element }) => {
    own(createScreenFiller({ ...createScreen(surface.root, element), shown: seen, clock }));
  });
  return () => null;
};
