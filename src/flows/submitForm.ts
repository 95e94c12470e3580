import { batch, computed, effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import { answerOf, type FormField, fieldProblem } from '../model/formRules';
import type { Message } from '../model/message';
import type { submitForm } from '../services/conversationCalls';
import type { RequestError } from '../services/requestError';
import type { Conversations } from '../slices/conversations';
import type { FormState, Forms } from '../slices/forms';
import type { Messages } from '../slices/messages';
import type { WireMessage } from '../wire/message';

type Answer = Parameters<typeof submitForm>[3];

/** Own names only: a field may be called anything. */
const held = ({ values }: FormState, { name }: FormField) =>
  (Object.hasOwn(values, name) && values[name]) || '';

/**
 * Leads through a form field by field and posts the answers (SPEC.md section 4: "unsubmitted, pending, success or
 * failed"). None of these throws.
 */
export const createFormFlow = (deps: {
  forms: Forms;
  messages: Messages;
  conversations: Conversations;
  /** Posts the answers; rejects with a `RequestError`. */
  submit: (conversationId: string, answer: Answer) => Promise<WireMessage>;
  createId: () => string;
  /** Changes with the visitor. */
  appUserId: ReadonlySignal<string | undefined>;
  report: (message: string, cause: unknown) => void;
}) => {
  const { forms, messages, conversations } = deps;
  const answered = new Map<string, ReadonlySignal<boolean>>();
  const conversationOf = (id: string) =>
    conversations.all.value.find((c) => messages.of(c._id).value.some((m) => m._id === id))?._id;

  const stop = effect(() => {
    void deps.appUserId.value;
    untracked(forms.reset);
  });

  const submit = async (id: string, steps: readonly FormField[]): Promise<void> => {
    const state = forms.of(id).peek();
    const conversationId = untracked(() => conversationOf(id));
    if (!conversationId) return;
    const referenceId = state.referenceId ?? deps.createId();
    const user = deps.appUserId.peek();
    forms.patch(id, { formSubmissionStatus: 'pending', referenceId });
    try {
      const fields = steps.map((field) => answerOf(field, held(state, field)));
      const answer = await deps.submit(conversationId, { fields, quotedMessageId: id, referenceId });
      batch(() => {
        forms.patch(id, { formSubmissionStatus: 'success' });
        messages.merge(conversationId, [{ ...answer, referenceId }]);
        conversations.setRead(conversationId, 'lastRead', answer.received);
      });
    } catch (cause) {
      // Another visitor is here by now.
      if (user !== deps.appUserId.peek()) return;
      forms.patch(id, { formSubmissionStatus: 'failed' });
      if (!(cause as RequestError).isActionCancelled) deps.report('Error submitting form', cause);
    }
  };

  /** Whether what was filled in is on its way or there: nothing more can be done with the form then. */
  const isClosed = ({ formSubmissionStatus: status }: FormState) =>
    status === 'pending' || status === 'success';

  return {
    state: forms.of,
    /** "Submitted and successfully submitted forms are hidden": by this page, in another tab or long ago. */
    answered(id: string): ReadonlySignal<boolean> {
      let known = answered.get(id);
      if (!known) {
        known = computed(() => {
          if (forms.of(id).value.formSubmissionStatus === 'success') return true;
          const log = messages.of(conversationOf(id) ?? '').value;
          return log.some(
            (m) => m.type === 'formResponse' && m.role === 'appUser' && m.quotedMessageId === id,
          );
        });
        answered.set(id, known);
      }
      return known;
    },
    /** The form that a response answers, where it is held. Not tracked: a form does not change its author. */
    quoted: (id: string): Message | undefined =>
      untracked(() => messages.of(conversationOf(id) ?? '').value.find((m) => m._id === id)),
    change(id: string, field: FormField, value: string) {
      const state = forms.of(id).peek();
      if (isClosed(state)) return;
      forms.patch(id, { values: { ...state.values, [field.name]: value } });
    },
    back(id: string) {
      const state = forms.of(id).peek();
      if (isClosed(state) || state.step < 2) return;
      forms.patch(id, { step: state.step - 1, formSubmissionStatus: 'unsubmitted' });
    },
    /** On to the next step or, after the last, to the service; a step with a problem stays. */
    next(id: string, steps: readonly FormField[]) {
      const state = forms.of(id).peek();
      const field = steps[state.step - 1];
      if (isClosed(state) || !field || fieldProblem(field, held(state, field))) return;
      if (state.step < steps.length) forms.patch(id, { step: state.step + 1 });
      else void submit(id, steps);
    },
    dispose: stop,
  };
};

export type FormFlow = ReturnType<typeof createFormFlow>;
