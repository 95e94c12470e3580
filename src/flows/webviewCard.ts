import type { createCardStack } from '../platform/cardStack';
import type { Clock } from '../platform/clock';
import type { CardFrame } from '../platform/frames';
import type { Router } from '../slices/router';
import type { Extension } from '../wire/rich';

/** SPEC.md section 9: "close 400"; section 4: "A card is removed 100 ms after its close animation ends." */
const GONE_MS = 400 + 100;

/** SPEC.md section 9: "Launcher tall height 75%, compact 50%". */
const SHARES = { compact: 0.5, tall: 0.75, full: 1 } as const;

/** SPEC.md section 9: "Card transition delay is 150 (regular), 200 (vertically small) and 300 (full-screen)." */
const DELAYS_MS = [150, 200, 300] as const;

/**
 * The conversation-extension card above the home card (SPEC.md section 2 'Cards'): made when it is opened, taken away once
 * its closing has been seen.
 */
export const createWebviewCard = (deps: {
  router: Pick<Router, 'cards' | 'openCard' | 'closeCard' | 'openWidget'>;
  clock: Clock;
  /** Lays it above the other cards; comes in a file of its own. */
  lay: Promise<ReturnType<typeof createCardStack>>;
  home: () => Promise<CardFrame>;
  /** Makes the card's frame in the surface. */
  createFrame: (ready: (frame: CardFrame) => void) => void;
  /** Draws the page into it. @returns the undo */
  draw: (frame: CardFrame, extension: Extension) => () => void;
}) => {
  const { router } = deps;
  const isOpen = () => router.cards.peek().includes('webview');
  /** Takes the card away at once. */
  let remove = () => {};
  /** Begins to. */
  let end = () => {};

  type Lay = Awaited<typeof deps.lay>;
  const show = (frame: CardFrame, extension: Extension, home: HTMLElement, lay: Lay) => {
    const laid = lay(frame.element, home, SHARES[extension.size], DELAYS_MS);
    const erase = deps.draw(frame, extension);
    let cancel: (() => void) | undefined;
    end = () => {
      if (cancel) return;
      laid.close();
      cancel = deps.clock.after(GONE_MS, remove);
    };
    remove = () => {
      remove = () => {};
      end();
      cancel?.();
      erase();
      laid.remove();
    };
  };

  return {
    /** "Otherwise it first opens the widget if closed, then creates the card if absent." Rejects when it cannot. */
    async open(extension: Extension): Promise<void> {
      router.openWidget();
      if (isOpen()) return;
      router.openCard('webview');
      remove();
      const [{ element: home }, lay] = await Promise.all([deps.home(), deps.lay]);
      if (isOpen()) deps.createFrame((frame) => isOpen() && show(frame, extension, home, lay));
    },
    /** Back to the conversation. */
    close() {
      router.closeCard('webview');
      end();
    },
    dispose() {
      router.closeCard('webview');
      remove();
    },
  };
};
