import { effect, type ReadonlySignal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import type { Words } from '../i18n/words';
import { keepFocusIn } from '../platform/cardFocus';
import { type CardFrame, createFrame } from '../platform/frames';
import type { CardName } from '../slices/router';
import type { Needs } from './featureDeps';
import { mountCard } from './mount';
import { createCardFlow } from './openCard';

export type CardAboveDeps = Needs<
  'surface' | 'clock' | 'host' | 'onDispose' | 'colours',
  'router' | 'locale'
>;

/** A card's content, and what Escape does. It is created when the card's frame is ready. */
export type CardContent = (frame: CardFrame) => { card: ReactNode; leave: () => void };

/**
 * A card of a feature above the home card, in its own frame.
 * @param title the key of the frame's title
 */
export const createCardAbove = (
  { slices, surface, clock, host, onDispose, colours }: CardAboveDeps,
  { name, title }: { name: Exclude<CardName, 'home'>; title: string },
) => {
  const { router } = slices;
  const words = slices.locale.words as ReadonlySignal<Words>;
  const cardStack = import('../platform/cardStack').then((file) => file.createCardStack(host, surface));
  // Opening a card reports this failure; here it must only be handled.
  cardStack.catch(() => {});
  const flow = createCardFlow<CardContent>({
    name,
    router,
    clock,
    cardStack,
    home: surface.home,
    createFrame: (ready) => createFrame(surface.root, words.value.t(title), ready),
    draw(frame, content) {
      const { card, leave } = content(frame);
      const undo = mountCard(frame, colours, words, leave, card);
      const stopFocus = keepFocusIn(frame.document, surface.button);
      const stopTitle = effect(() => {
        frame.element.title = words.value.t(title);
      });
      return () => {
        stopTitle();
        stopFocus();
        undo();
      };
    },
  });
  onDispose(flow.dispose);
  return flow;
};
