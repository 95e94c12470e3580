import { computed } from '@preact/signals-react';
import { createScreenFiller } from '../flows/fillScreen';
import { createScreen } from '../platform/screen';
import type { CardDeps } from './deps';

/** What a window that fills the screen needs; draws nothing. */
export const createPart = ({ slices, surface, clock, visible, own }: CardDeps) => {
  const shown = computed(() => slices.router.widgetOpen.value && visible.value);
  void surface.home().then(({ element }) => {
    own(createScreenFiller({ ...createScreen(surface.root, element), shown, clock }));
  });
  return () => null;
};
