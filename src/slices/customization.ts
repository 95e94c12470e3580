import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { type Customization, layCustomization } from '../wire/theme';

export type CustomizationSlice = ReturnType<typeof createCustomization>;

/** What the publisher wants of the look: the configuration's wishes with those of the page's calls over them, for this page load. */
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
