import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { LauncherConfig, Offset } from '../wire/config';
import type { Layout } from '../wire/layout';

/** The configuration's place with the publisher's wishes over it. */
export const placed = (config: LauncherConfig, wishes: Layout): LauncherConfig => {
  const { web, mobile } = config.positionOffset;
  return {
    ...config,
    position: wishes.side ?? config.position,
    positionOffset: {
      web: {
        horizontal: wishes.webHorizontal ?? web.horizontal,
        vertical: wishes.webVertical ?? web.vertical,
      },
      mobile: {
        horizontal: wishes.mobileHorizontal ?? mobile.horizontal,
        vertical: wishes.mobileVertical ?? mobile.vertical,
      },
    },
  };
};

const PLACE = ['side', 'webHorizontal', 'webVertical', 'mobileHorizontal', 'mobileVertical'] as const;

/**
 * Moves the launcher and the window to where a call of the page wants them (FACTS.md 1.5 `position`): by the launcher's own
 * rules, which then come in a file of their own.
 * @returns the undo
 */
export const placeWidget = (deps: {
  /** The configuration answer's messenger block. */
  messenger: unknown;
  wishes: ReadonlySignal<Layout>;
  /** Changes when there may be a surface that was not there. */
  drawn: ReadonlySignal<readonly unknown[]>;
  /** Writes the rules of the page's side anew. @param label those of the button that hides the launcher's label */
  write: (css: string, label: string) => void;
  report: (message: string, cause: unknown) => void;
}): (() => void) => {
  let latest: Layout | undefined;
  const move = async (wishes: Layout) => {
    latest = wishes;
    try {
      const { decode, css, full, size } = await import('../launcher/bareSurface');
      if (latest !== wishes) return;
      const config = placed(decode({ messenger: deps.messenger }), wishes);
      const { web, mobile } = config.positionOffset;
      const other = config.position === 'left' ? 'right' : 'left';
      const at = ({ horizontal, vertical }: Offset) =>
        `.l~.h{${other}:auto;${config.position}:${horizontal - 8}px;bottom:${vertical + size - 16}px}`;
      deps.write(css(config), `${at(web)}@media ${full}{${at(mobile)}}`);
    } catch (cause) {
      deps.report('The place could not be changed', cause);
    }
  };
  return effect(() => {
    const wishes = deps.wishes.value;
    // Asked for what it says, as a minifier drops a bare read.
    if (deps.drawn.value && PLACE.some((name) => wishes[name] !== undefined)) void move(wishes);
  });
};
