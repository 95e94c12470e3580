import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';

/** The state of one form. */
export type FormState = {
  /** The id of the form's message. */
  _id: string;
  /** The current step; starts at 1. */
  step: number;
  /** Values by the field's name; a choice is the name of its option. */
  values: Readonly<Record<string, string>>;
  formSubmissionStatus: 'unsubmitted' | 'pending' | 'success' | 'failed';
  /** Idempotency key of the answer: the service accepts it once, however often it is sent. */
  referenceId?: string;
};

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
  const empty = (_id: string): FormState => ({
    _id,
    step: 1,
    values: {},
    formSubmissionStatus: 'unsubmitted',
  });
  const form = (id: string) => {
    let held = forms.get(id);
    if (!held) {
      held = signal({ ...empty(id), ...kept?.get(id) });
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
    /** Empties every form, so that no input of one visitor reaches the next. */
    reset() {
      kept?.forget();
      for (const [id, held] of forms) held.value = empty(id);
    },
  };
};
