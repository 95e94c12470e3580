import type { Needs } from '../../conversation/featureDeps';
import { isEmbedded } from '../../platform/cycleFocus';
import { createScreen } from '../../platform/screen';
import type { WhileFullDeps } from './whileFull';

/** Adjusts the page for a window that fills the screen; draws nothing. */
const createFullScreen = (deps: WhileFullDeps & Needs<'surface' | 'gone'>) => {
  const { surface, gone } = deps;
  void surface.home().then(({ element, document }) => {
    // A window inside an element of the page does not change the rest of the page.
    if (isEmbedded(document)) return;
    const screen = createScreen(surface.root, element);
    import('./whileFull').then((chunk) => chunk.createWhileFull(deps, surface.root, screen), gone);
  });
  return () => null;
};

export { createFullScreen as create };
