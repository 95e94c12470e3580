import type { ReadonlySignal } from '@preact/signals-react';
import { createContext, useContext } from 'react';
import type { Message } from '../../model/message';
import type { FormField } from './decode';

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

/** The state and actions of forms, each by the id of the form's message. None throws. */
export type FormActions = {
  state(id: string): ReadonlySignal<FormState>;
  /** Whether the form was answered and is therefore hidden. */
  answered(id: string): ReadonlySignal<boolean>;
  quoted(id: string): Message | undefined;
  change(id: string, field: FormField, value: string): void;
  back(id: string): void;
  /**
   * Goes to the next step, or submits the form after the last.
   * @param steps the form's steps
   */
  next(id: string, steps: readonly FormField[]): void;
};

const FormContext = createContext<FormActions | undefined>(undefined);
export const FormProvider = FormContext.Provider;

/** Undefined where forms are only displayed. */
export const useForms = (): FormActions | undefined => useContext(FormContext);
