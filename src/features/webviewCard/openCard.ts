import type { createCardStack } from '../../platform/cardStack';
import type { Clock } from '../../platform/clock';
import type { CardFrame } from '../../platform/frames';
import type { Router } from '../../slices/router';
import type { Extension } from '../../wire/rich';

/** The close animation takes 400 ms; the card is removed 100 ms later. */
const GONE_MS = 400 + 100;

/** The card's height as a share of the home card's, by size. */
const SHARES = { compact: 0.5, tall: 0.75, full: 1 } as const;

/** Transition delay in a regular, a low and a full-screen window. */
const DELAYS_MS = [150, 200, 300] as const;

/**
 * The conversation-extension card above the home card: created on opening, removed after its close animation.
 */
export const createCardFlow = (deps: {
  router: Pick<Router, 'cards' | 'openCard' | 'closeCard' | 'openWidget'>;
  clock: Clock;
  /** Places the card above the others; loaded as a lazy chunk. */
  lay: Promise<ReturnType<typeof createCardStack>>;
  home: () => Promise<CardFrame>;
  /** Creates the card's frame in the surface. */
  createFrame: (ready: (frame: CardFrame) => void) => void;
  /** Draws the extension's page into the frame. @returns the undo */
  draw: (frame: CardFrame, extension: Extension) => () => void;
}) => {
  const { router } = deps;
  const isOpen = () => router.cards.peek().includes('webview');
  /** Removes the card at once. */
  let remove = () => {};
  /** Starts the close animation, then removes the card. */
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
    /** Opens the widget if closed, then the card if absent. Rejects if code or home card fail to load. */
    async open(extension: Extension): Promise<void> {
      router.openWidget();
      if (isOpen()) return;
      router.openCard('webview');
      remove();
      const [{ element: home }, lay] = await Promise.all([deps.home(), deps.lay]);
      if (isOpen()) deps.createFrame((frame) => isOpen() && show(frame, extension, home, lay));
    },
    /** Closes the card; the conversation is visible again. */
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
