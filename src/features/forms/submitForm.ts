import { batch, computed, effect, type ReadonlySignal, untracked } from '@preact/signals-react';
import type { FormState } from '../../messageKinds/form/context';
import type { FormField } from '../../messageKinds/form/decode';
import { answerOf, fieldProblem } from '../../messageKinds/form/formRules';
import type { Message } from '../../model/message';
import type { submitForm } from '../../services/conversationCalls';
import type { RequestError } from '../../services/requestError';
import type { Conversations } from '../../slices/conversations';
import { type Messages, NEW_CONVERSATION } from '../../slices/messages';
import type { WireMessage } from '../../wire/message';
import type { Forms } from './formState';

type Answer = Parameters<typeof submitForm>[3];

/** The entered value. Own properties only: a field may be named like an inherited one. */
const held = ({ values }: FormState, { name }: FormField) =>
  (Object.hasOwn(values, name) && values[name]) || '';

/**
 * Leads the visitor through a form one field at a time and posts the answers. Its methods never throw; a
 * failed submission sets the form's status and is reported.
 */
export const createFormFlow = (deps: {
  forms: Forms;
  messages: Messages;
  conversations: Conversations;
  /** Posts the answers; rejects with a `RequestError`. */
  submit: (conversationId: string, answer: Answer) => Promise<WireMessage>;
  createId: () => string;
  /** The id of the visitor whose forms are shown; all are emptied when that visitor leaves. */
  owner: ReadonlySignal<string | undefined>;
  report: (message: string, cause: unknown) => void;
}) => {
  const { forms, messages, conversations } = deps;
  const answered = new Map<string, ReadonlySignal<boolean>>();
  const conversationOf = (id: string) =>
    conversations.all.value.find((c) => messages.of(c._id).value.some((m) => m._id === id))?._id;
  /** The log of a form. One that only the browser has kept is drawn with the open conversation. */
  const logOf = (id: string): readonly Message[] => {
    const own = conversationOf(id);
    return own ? messages.of(own).value : messages.drawn(conversations.active.value?._id ?? NEW_CONVERSATION);
  };

  // Not when a visitor becomes known: a form may be filled in before the first answer comes.
  const stop = effect(() => (deps.owner.value ? forms.reset : undefined));

  const submit = async (id: string, steps: readonly FormField[]): Promise<void> => {
    const state = forms.of(id).peek();
    const fail = () => forms.patch(id, { formSubmissionStatus: 'failed' });
    // A form that only the browser has kept is drawn with the open conversation.
    const conversationId = untracked(() => conversationOf(id) ?? conversations.active.value?._id);
    if (!conversationId) return fail();
    const referenceId = state.referenceId ?? deps.createId();
    const user = deps.owner.peek();
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
      // The visitor has changed: this form is no longer theirs.
      if (user !== deps.owner.peek()) return;
      fail();
      if (!(cause as RequestError).isActionCancelled) deps.report('Error submitting form', cause);
    }
  };

  /** Whether the form is being sent or was sent; it cannot be changed then. */
  const isClosed = ({ formSubmissionStatus: status }: FormState) =>
    status === 'pending' || status === 'success';

  return {
    state: forms.of,
    /** Whether the form was answered, by this page, in another tab or earlier; such forms are hidden. */
    answered(id: string): ReadonlySignal<boolean> {
      let known = answered.get(id);
      if (!known) {
        known = computed(() => {
          if (forms.of(id).value.formSubmissionStatus === 'success') return true;
          return logOf(id).some(
            (m) => m.type === 'formResponse' && m.role === 'appUser' && m.quotedMessageId === id,
          );
        });
        answered.set(id, known);
      }
      return known;
    },
    /** The form that a response answers, if held. Does not subscribe: a form does not change its author. */
    quoted: (id: string): Message | undefined => untracked(() => logOf(id).find((m) => m._id === id)),
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
    /** Goes to the next step, or submits after the last one. An invalid field stays on screen. */
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
