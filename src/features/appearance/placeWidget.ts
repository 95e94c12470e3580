import { effect, type ReadonlySignal } from '@preact/signals-react';
import { isPlaced, type Layout } from '../../wire/layout';

/**
 * Moves the launcher and the window when the page's code changes their place. It uses the launcher's
 * placement rules, from a lazy chunk. For calls made before the messenger loads, the launcher does it itself
 * (`launcher/customize.ts`).
 * @returns the undo
 */
export const placeWidget = (deps: {
  /** The `messenger` block of the configuration answer. */
  messenger: unknown;
  wishes: ReadonlySignal<Layout>;
  /** Changes when a new surface may have been drawn. */
  drawn: ReadonlySignal<readonly unknown[]>;
  /** Replaces the placement rules that apply on the page. */
  write: (css: string) => void;
  report: (message: string, cause: unknown) => void;
}): (() => void) => {
  let latest: Layout | undefined;
  const move = async (wishes: Layout) => {
    latest = wishes;
    try {
      const { decode, place, css } = await import('../../launcher/launcherlessSurface');
      if (latest === wishes) deps.write(css(place(decode({ messenger: deps.messenger }), wishes)));
    } catch (cause) {
      deps.report('The position could not be changed', cause);
    }
  };
  return effect(() => {
    const wishes = deps.wishes.value;
    // Test the value: the bundler drops a bare read, and the effect would not follow it.
    if (deps.drawn.value && isPlaced(wishes)) void move(wishes);
  });
};
