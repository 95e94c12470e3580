import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ConsentLevel, Storages } from '../platform/storage';

export type Consent = ReturnType<typeof createConsent>;

/** The visitor's consent level. It is passed to storage at once, before anything else is written. */
export const createConsent = ({ storages }: { storages: Storages }) => {
  const level = signal<ConsentLevel>(storages.firstConsent);
  return {
    level: level as ReadonlySignal<ConsentLevel>,
    /** Whether what the visitor does outlives this page. */
    keeps: () => !!level.value && storages.keeps(),
    set(next: ConsentLevel) {
      level.value = next;
      storages.setConsent(next);
    },
  };
};
