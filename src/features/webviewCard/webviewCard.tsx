import { computed, type ReadonlySignal } from '@preact/signals-react';
import { type CardAboveDeps, createCardAbove } from '../../conversation/cardAbove';
import type { Needs } from '../../conversation/featureDeps';
import type { Words } from '../../i18n/words';
import { focusIn } from '../../platform/cardFocus';
import { confineFrames } from '../../platform/confine';
import { onGesture } from '../../platform/gestures';
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
  const show = ({ url, size, opener }: Extension) =>
    card.open((frame) => {
      const leave = () => {
        card.close();
        focusIn(opener);
      };
      pageEvents.hear?.('conversationExtensionOpened', { url });
      confineFrames(frame.document, new URL(url).origin);
      const shown = () => pageEvents.hear?.('conversationExtensionDisplayed', { url });
      return {
        leave,
        card: <WebviewCard url={url} words={words} after={clock.after} onBack={leave} onShown={shown} />,
      };
    }, SHARES[size]);
  // Close the card when another conversation becomes active.
  own(computed(() => conversations.active.value?._id).subscribe(card.close));
  const byItself = createSelfOpening();
  surface.home().then(
    (home) => own(onGesture(home.document, byItself.gesture)),
    () => {},
  );
  return createWebviewLink({
    mayOpen: byItself.take,
    isNew: (id) => !!announcer.current.value && clock.now() < (announcer.newUntil.get(id) ?? 0),
    open: (extension) =>
      void show(extension).catch(() => {
        card.close();
        // If the card fails, open the page in a new tab.
        host.open(extension.url, '_blank', 'noopener');
      }),
  });
};

export { createWebviewCard as create };
