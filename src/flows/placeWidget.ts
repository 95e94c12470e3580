import { effect, type ReadonlySignal } from '@preact/signals-react';
import { isPlaced, type Layout } from '../wire/layout';

/**
 * Moves the launcher and the window to where a call of the page wants them: by the launcher's own rules, which then come in a
 * file of their own. The launcher has done it itself for calls that came before the messenger (launcher/customize.ts).
 * @returns the undo
 */
export const placeWidget = (deps: {
  /** The configuration answer's messenger block. */
  messenger: unknown;
  wishes: ReadonlySignal<Layout>;
  /** Changes when there may be a surface that was not there. */
  drawn: ReadonlySignal<readonly unknown[]>;
  /** Writes the rules of the page's side anew. */
  write: (css: string) => void;
  report: (message: string, cause: unknown) => void;
}): (() => void) => {
  let latest: Layout | undefined;
  const move = async (wishes: Layout) => {
    latest = wishes;
    try {
      const { decode, place, css } = await import('../launcher/bareSurface');
      if (latest === wishes) deps.write(css(place(decode({ messenger: deps.messenger }), wishes)));
    } catch (cause) {
      deps.report('The place could not be changed', cause);
    }
  };
  return effect(() => {
    const wishes = deps.wishes.value;
    // Asked for what it says, as a minifier drops a bare read.
    if (deps.drawn.value && isPlaced(wishes)) void move(wishes);
  });
};
