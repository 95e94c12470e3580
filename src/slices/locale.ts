import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { Words } from '../i18n/words';

export type Locale = ReturnType<typeof createLocale>;

/** SPEC.md section 3 'Locale state', with the words of that locale once they are loaded. */
export const createLocale = () => {
  const words = signal<Words | undefined>(undefined);
  return {
    words: words as ReadonlySignal<Words | undefined>,
    locale: computed(() => words.value?.locale),
    set(next: Words) {
      words.value = next;
    },
  };
};
