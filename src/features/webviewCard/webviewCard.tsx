import { computed, effect, type ReadonlySignal } from '@preact/signals-react';
import type { Needs } from '../../conversation/featureDeps';
import { mountCard } from '../../conversation/mount';
import type { Words } from '../../i18n/words';
import { focusIn, keepFocusIn } from '../../platform/cardFocus';
import { confineFrames } from '../../platform/confine';
import { createFrame } from '../../platform/frames';
import { onGesture } from '../../platform/gestures';
import { createFrameStyles } from '../../platform/sheets';
import { WebviewCard } from './Card';
import { createSelfOpening } from './openByItself';
import { createCardFlow } from './openCard';
import { createWebviewLink } from './WebviewLink';

/** The card that shows a web page sent by an agent as a conversation extension. */
export const createWebviewCard = ({
  slices,
  surface,
  clock,
  host,
  own,
  colours,
}: Needs<
  'surface' | 'clock' | 'host' | 'own' | 'colours',
  'router' | 'locale' | 'conversations' | 'pageEvents'
>) => {
  const { router, locale, conversations, pageEvents } = slices;
  const words = locale.words as ReadonlySignal<Words>;
  const lay = import('../../platform/cardStack').then((file) => file.createCardStack(host, surface));
  // Opening a card reports this failure; here it only must not be unhandled.
  lay.catch(() => {});
  const card = createCardFlow({
    router,
    clock,
    lay,
    home: surface.home,
    createFrame: (ready) => createFrame(surface.root, words.value.t('extension.frame'), ready),
    draw(frame, { url, opener }) {
      const back = () => {
        card.close();
        focusIn(opener);
      };
      pageEvents.hear?.('conversationExtensionOpened', { url });
      confineFrames(frame.document, new URL(url).origin);
      const undo = mountCard(
        frame,
        createFrameStyles(frame.document, frame.window),
        colours,
        words,
        back,
        <WebviewCard
          url={url}
          words={words}
          after={clock.after}
          onBack={back}
          onShown={() => pageEvents.hear?.('conversationExtensionDisplayed', { url })}
        />,
      );
      const stopFocus = keepFocusIn(frame.document, surface.button);
      const stopTitle = effect(() => {
        frame.element.title = words.value.t('extension.frame');
      });
      return () => {
        stopTitle();
        stopFocus();
        undo();
      };
    },
  });
  own(card.dispose);
  // Close the card when another conversation becomes active.
  own(computed(() => conversations.active.value?._id).subscribe(card.close));
  const byItself = createSelfOpening();
  surface.home().then(
    (home) => own(onGesture(home.document, byItself.gesture)),
    () => {},
  );
  return createWebviewLink({
    mayOpen: byItself.take,
    open: (extension) =>
      void card.open(extension).catch(() => {
        card.close();
        // If the card fails, open the page in a new tab.
        host.open(extension.url, '_blank', 'noopener');
      }),
  });
};
