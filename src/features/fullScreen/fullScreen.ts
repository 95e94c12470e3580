import type { Needs } from '../../conversation/featureDeps';
import { isEmbedded } from '../../platform/cycleFocus';
import { createScreen } from '../../platform/screen';
import type { WhileFullDeps } from './whileFull';

/** Adjusts the page for a window that fills the screen; draws nothing. */
export const createFullScreen = (deps: WhileFullDeps & Needs<'surface' | 'gone'>) => {
  const { surface, gone } = deps;
  void surface.home().then(({ element, document }) => {
    // What fills an element of the page leaves the rest of the page alone.
    if (isEmbedded(document)) return;
    const screen = createScreen(surface.root, element);
    import('./whileFull').then((chunk) => chunk.createWhileFull(deps, screen), gone);
  });
  return () => null;
};

export { createFullScreen as create };
