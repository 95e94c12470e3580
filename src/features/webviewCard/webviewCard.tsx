import { computed, type ReadonlySignal } from '@preact/signals-react';
import { type CardAboveDeps, type CardContent, createCardAbove } from '../../conversation/cardAbove';
import type { Needs } from '../../conversation/featureDeps';
import type { Words } from '../../i18n/words';
import { focusIn } from '../../platform/cardFocus';
import { confineFrames } from '../../platform/confine';
import { isOthersKey } from '../../platform/cycleFocus';
import { listen } from '../../platform/disposer';
import { onGesture } from '../../platform/gestures';
import { mayFocus } from '../../platform/mayFocus';
import type { Extension } from '../../wire/rich';
import { createAutoOpening } from './autoOpening';
import { WebviewCard } from './Card';
import { createWebviewLink } from './WebviewLink';

/** A message counts as new for this time after it was announced, in which its view may have to load. */
const NEW_MS = 30_000;

/** The card's height as a share of the home card's, by size. */
const SHARES = { compact: 0.5, tall: 0.75, full: 1 } as const;

/** The card that shows a web page sent by an agent as a conversation extension. */
const createWebviewCard = (
  deps: CardAboveDeps & Needs<never, 'announcer' | 'conversations' | 'pageEvents'>,
) => {
  const { slices, surface, clock, host, onDispose } = deps;
  const { announcer, locale, conversations, pageEvents, router } = slices;
  const words = locale.words as ReadonlySignal<Words>;
  const card = createCardAbove(deps, { name: 'webview', title: 'extension.frame' });
  /** Whether the card opened automatically, and the visitor has not turned to it yet. */
  let aside = false;
  const show = ({ url, size, opener }: Extension, isAutomatic = false) => {
    aside = isAutomatic;
    const content: CardContent = (frame) => {
      const leave = () => {
        const frameHasFocus = frame.document.hasFocus();
        card.close();
        if (frameHasFocus) focusIn(opener);
      };
      pageEvents.emit('conversationExtensionOpened', { url });
      confineFrames(frame.document, new URL(url).origin);
      const shown = () => pageEvents.emit('conversationExtensionDisplayed', { url });
      return {
        leave,
        card: (
          <WebviewCard
            url={url}
            words={words}
            after={clock.after}
            isAutomatic={isAutomatic}
            onAwake={() => {
              aside = false;
              card.cover();
            }}
            onBack={leave}
            onShown={shown}
          />
        ),
      };
    };
    return card.open(content, { share: SHARES[size], aside });
  };
  // Close the card when another conversation becomes active.
  onDispose(computed(() => conversations.active.value?._id).subscribe(card.close));
  const autoOpening = createAutoOpening();
  /** Whether the visitor writes in no field, neither of the page nor of the card that would be covered. */
  const isFree = () => {
    const inside = (surface.root.activeElement as HTMLIFrameElement | null)?.contentDocument?.activeElement;
    return mayFocus(host.document) && !(inside as HTMLInputElement | null | undefined)?.value;
  };
  /** A letter or Escape in the conversation closes a card above it that opened automatically. */
  const goBack = (event: Event) => {
    const { type, key } = event as KeyboardEvent;
    if (!aside || !router.cards.peek().includes('webview')) return;
    if (type === 'keydown' && (key !== 'Escape' || isOthersKey(event))) return;
    // Escape would close the window.
    if (type === 'keydown') event.stopImmediatePropagation();
    card.close();
  };
  surface.home().then(
    (home) => {
      onDispose(onGesture(home.document, autoOpening.gesture));
      onDispose(listen(home.document, 'input keydown', goBack, { capture: true }));
    },
    () => {},
  );
  return createWebviewLink({
    mayOpen: (key) => isFree() && autoOpening.take(key),
    isNew: (id) => clock.now() - (announcer.announcedAt.current.value.get(id) as number) < NEW_MS,
    open: (extension, isAutomatic) =>
      void show(extension, isAutomatic).catch(() => {
        card.close();
        // If the card fails, open the page in a new tab.
        host.open(extension.url, '_blank', 'noopener');
      }),
  });
};

export { createWebviewCard as create };
