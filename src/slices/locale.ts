import { computed, signal } from '@preact/signals-react';
import type { Words } from '../i18n/words';

export type Locale = ReturnType<typeof createLocale>;

/** The current locale with its labels, once they are loaded. */
export const createLocale = () => {
  const own = signal<Words | undefined>(undefined);
  /** Applies the publisher's label overrides; it may read signals. */
  const overrideLabels = signal((words: Words): Words => words);
  const words = computed(() => own.value && overrideLabels.value(own.value));
  return {
    words,
    locale: computed(() => words.value?.locale),
    overrideLabels,
    set(next: Words) {
      own.value = next;
    },
  };
};
