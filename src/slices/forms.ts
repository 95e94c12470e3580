import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';

/** SPEC.md section 3, 'Form state per form id'. */
export type FormState = {
  /** The form message's. */
  _id: string;
  /** Starts at 1. */
  step: number;
  /** By the field's name; a choice is the name of its option. */
  values: Readonly<Record<string, string>>;
  formSubmissionStatus: 'unsubmitted' | 'pending' | 'success' | 'failed';
  /** What the answer goes under, so that the service takes it once however often it is sent. */
  referenceId?: string;
};

/** Where what is filled in outlives the page. */
export type KeptForms = {
  get(id: string): Partial<FormState> | undefined;
  set(id: string, state: FormState): void;
  /** Somebody else comes: nothing more of who was here. */
  forget(): void;
};

export type Forms = ReturnType<typeof createForms>;

/** What the visitor has filled in, by form. */
export const createForms = (kept?: KeptForms) => {
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
    /** Nothing of one visitor reaches the next. */
    reset() {
      kept?.forget();
      for (const [id, held] of forms) held.value = empty(id);
    },
  };
};
