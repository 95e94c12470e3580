import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import type { FormState } from '../../messageKinds/form/context';

/** Storage that keeps filled-in values over page loads. */
export type KeptForms = {
  get(id: string): Partial<FormState> | undefined;
  set(id: string, state: FormState): void;
  /** Removes everything, because another visitor follows. */
  forget(): void;
};

export type Forms = ReturnType<typeof createFormStates>;

/** The visitor's input, by form. */
export const createFormStates = (kept?: KeptForms) => {
  const forms = new Map<string, Signal<FormState>>();
  /** The form as it was stored, or empty. */
  const stored = (_id: string): FormState => ({
    ...{ _id, step: 1, values: {}, formSubmissionStatus: 'unsubmitted' },
    ...kept?.get(_id),
  });
  const form = (id: string) => {
    let held = forms.get(id);
    if (!held) {
      held = signal(stored(id));
      forms.set(id, held);
    }
    return held;
  };
  return {
    of: (id: string): ReadonlySignal<FormState> => form(id),
    patch(id: string, change: Partial<FormState>) {
      const held = form(id);
      held.value = { ...held.value, ...change };
      kept?.set(id, held.value);
    },
    /** Another visitor follows, who gets no input of the one before: each form is as that visitor left it. */
    reset() {
      kept?.forget();
      for (const [id, held] of forms) held.value = stored(id);
    },
  };
};
