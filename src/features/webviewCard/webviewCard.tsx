import { computed, type ReadonlySignal } from '@preact/signals-react';
import { type CardAboveDeps, createCardAbove } from '../../conversation/cardAbove';
import type { Needs } from '../../conversation/featureDeps';
import type { Words } from '../../i18n/words';
import { focusIn } from '../../platform/cardFocus';
import { confineFrames } from '../../platform/confine';
import { onGesture } from '../../platform/gestures';
import { mayFocus } from '../../platform/mayFocus';
import type { Extension } from '../../wire/rich';
import { WebviewCard } from './Card';
import { createSelfOpening } from './openByItself';
import { createWebviewLink } from './WebviewLink';

/** The card's height as a share of the home card's, by size. */
const SHARES = { compact: 0.5, tall: 0.75, full: 1 } as const;

/** The card that shows a web page sent by an agent as a conversation extension. */
export const createWebviewCard = (
  deps: CardAboveDeps & Needs<never, 'announcer' | 'conversations' | 'pageEvents'>,
) => {
  const { slices, surface, clock, host, own } = deps;
  const { announcer, locale, conversations, pageEvents } = slices;
  const words = locale.words as ReadonlySignal<Words>;
  const card = createCardAbove(deps, { name: 'webview', title: 'extension.frame' });
  const show = ({ url, size, opener }: Extension, byItself?: boolean) =>
    card.open((frame) => {
      const leave = () => {
        const frameHasFocus = frame.document.hasFocus();
        card.close();
        if (frameHasFocus) focusIn(opener);
      };
      pageEvents.hear?.('conversationExtensionOpened', { url });
      confineFrames(frame.document, new URL(url).origin);
      const shown = () => pageEvents.hear?.('conversationExtensionDisplayed', { url });
      return {
        leave,
        card: (
          <WebviewCard
            url={url}
            words={words}
            after={clock.after}
            byItself={byItself}
            onBack={leave}
            onShown={shown}
          />
        ),
      };
    }, SHARES[size]);
  // Close the card when another conversation becomes active.
  own(computed(() => conversations.active.value?._id).subscribe(card.close));
  const selfOpening = createSelfOpening();
  /** Whether no field has the focus, neither on the page nor in the card that would be covered. */
  const isFree = () => {
    const inside = (surface.root.activeElement as HTMLIFrameElement | null)?.contentDocument;
    return mayFocus(host.document) && (!inside || mayFocus(inside));
  };
  surface.home().then(
    (home) => own(onGesture(home.document, selfOpening.gesture)),
    () => {},
  );
  return createWebviewLink({
    mayOpen: (key) => isFree() && selfOpening.take(key),
    isNew: (id) => !!announcer.current.value && clock.now() < (announcer.newUntil.get(id) ?? 0),
    open: (extension, byItself) =>
      void show(extension, byItself).catch(() => {
        card.close();
        // If the card fails, open the page in a new tab.
        host.open(extension.url, '_blank', 'noopener');
      }),
  });
};

export { createWebviewCard as create };
