import { computed, effect } from '@preact/signals-react';
import { createWebviewCard, STACK_CSS } from '../flows/webviewCard';
import type { Words } from '../i18n/words';
import { keepFocusIn } from '../platform/cardFocus';
import { createFrame } from '../platform/frames';
import { adoptSheet, createFrameStyles } from '../platform/sheets';
import { WebviewCard } from '../ui/cards/webview/WebviewCard';
import { createWebviewLink } from '../ui/cards/webview/WebviewLink';
import { mountCard } from '../ui/mount';
import type { CardDeps } from './deps';

/** The card of a page that an agent sent: an extension of the conversation. */
export const createPart = ({ slices, surface, clock, own, colours }: CardDeps) => {
  const { router, locale, conversations } = slices;
  const words = computed(() => locale.words.value as Words);
  const host = surface.root.ownerDocument.defaultView as Window;
  adoptSheet(surface.root, host, STACK_CSS);
  const card = createWebviewCard({
    surface,
    router,
    words,
    clock,
    createFrame: (ready) => createFrame(surface.root, words.value.t('extension.frame'), ready),
    draw(frame, { url, opener }) {
      const back = () => {
        card.close();
        opener?.ownerDocument.defaultView?.focus();
        opener?.focus();
      };
      const { origin } = new URL(url);
      const undo = mountCard(
        frame,
        createFrameStyles(frame.document, frame.window),
        colours,
        words,
        back,
        <WebviewCard
          url={url}
          origin={origin === host.origin ? 'null' : origin}
          words={words}
          after={clock.after}
          onBack={back}
        />,
      );
      const stopFocus = keepFocusIn(frame.document, surface.button);
      return () => {
        stopFocus();
        undo();
      };
    },
  });
  own(card.dispose);
  // It belongs to the conversation it was opened from.
  let of = conversations.active.peek()?._id;
  own(
    effect(() => {
      const now = conversations.active.value?._id;
      if (now === of) return;
      of = now;
      card.close();
    }),
  );
  return createWebviewLink({ open: (extension) => void card.open(extension) });
};
