import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { type Customization, layCustomization } from '../wire/theme';

/**
 * The publisher's changes to the look: the configuration's, overridden by those of the page's calls. They
 * last until the page is left.
 */
export const createCustomization = ({ initial }: { initial: Customization }) => {
  const wishes = signal(initial);
  return {
    wishes: wishes as ReadonlySignal<Customization>,
    labels: computed(() => wishes.value.labels),
    add(more: Customization) {
      wishes.value = layCustomization(wishes.value, more);
    },
  };
};
