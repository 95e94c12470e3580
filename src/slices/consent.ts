import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ConsentLevel, Storages } from '../platform/storage';

export type Consent = ReturnType<typeof createConsent>;

/** SPEC.md section 3 'Cookie storage range'; the level reaches storage before anything else is written. */
export const createConsent = ({ storages }: { storages: Storages }) => {
  const level = signal<ConsentLevel>('all');
  return {
    level: level as ReadonlySignal<ConsentLevel>,
    set(next: ConsentLevel) {
      level.value = next;
      storages.setConsent(next);
    },
  };
};
