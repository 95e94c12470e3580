import type { ReadonlySignal } from '@preact/signals-react';
import { type ComponentType, createContext, useContext } from 'react';
import type { FormField } from '../../../../model/formRules';
import type { Message } from '../../../../model/message';
import type { FormState } from '../../../../slices/forms';
import type { KindProps } from '../../messageKinds';
import type { BeginningProps } from '../LongText';

/** A form's message, with what whoever shows it has for long texts of other kinds, too. */
export type FormProps = KindProps & {
  Beginning: ComponentType<BeginningProps>;
  Text: ComponentType<KindProps>;
};

/** What forms show, and what a visitor may do with them; each by the id of the form's message. None throws. */
export type FormActions = {
  state(id: string): ReadonlySignal<FormState>;
  /** Whether the form has its answer, and is hidden. */
  answered(id: string): ReadonlySignal<boolean>;
  quoted(id: string): Message | undefined;
  change(id: string, field: FormField, value: string): void;
  back(id: string): void;
  /** @param steps the form's, of which the one shown is to be left */
  next(id: string, steps: readonly FormField[]): void;
};

const FormContext = createContext<FormActions | undefined>(undefined);
export const FormProvider = FormContext.Provider;

/** Undefined where forms can only be looked at. */
export const useForms = (): FormActions | undefined => useContext(FormContext);
