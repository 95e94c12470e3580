import { computed, signal } from '@preact/signals-react';
import type { Words } from '../i18n/words';

export type Locale = ReturnType<typeof createLocale>;

/** The current locale with its labels, once they are loaded. */
export const createLocale = () => {
  const own = signal<Words | undefined>(undefined);
  const overrideLabels = signal((words: Words): Words => words);
  const words = computed(() => own.value && overrideLabels.value(own.value));
  return {
    words,
    locale: computed(() => words.value?.locale),
    /** Changes the words that are shown, as the publisher wishes. @param change may read signals */
    override(change: (words: Words) => Words) {
      overrideLabels.value = change;
    },
    set(next: Words) {
      own.value = next;
    },
  };
};
