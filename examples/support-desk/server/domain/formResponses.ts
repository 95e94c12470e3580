import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { Json, Message } from './entities';
import { type Answer, answerForm } from './forms';
import { sendMessage } from './messages';
import { quoteOf } from './quotes';

export type NewFormResponse = {
  quotedMessageId: string;
  answers: readonly Answer[];
  referenceId?: string;
  body: Json;
};

/**
 * Takes a visitor's answers to a form, and marks the form as submitted in the same step.
 * @throws not_found when there is no such form here; bad_request for answers that do not fit it, and when it was
 * submitted already (a repeat of the same referenceId is answered instead)
 */
export const submitForm = async (
  deps: Deps,
  userId: string,
  conversationId: string,
  input: NewFormResponse,
): ReturnType<typeof sendMessage> => {
  const { quotedMessageId, referenceId } = input;
  const form = await deps.store.messageById(conversationId, quotedMessageId);
  if (form?.type !== 'form' || form.role !== 'appMaker') {
    throw new DeskError('not_found', 'There is no such form in this conversation');
  }
  const markSubmitted = async (now: Message | undefined, write: (body: Json) => Promise<void>) => {
    if (!now || now.body.submitted === true) {
      throw new DeskError('bad_request', 'This form was submitted already');
    }
    await write({ ...now.body, submitted: true });
  };
  return sendMessage(
    deps,
    conversationId,
    { role: 'appUser', userId },
    {
      type: 'formResponse',
      referenceId,
      // The form goes with its answer: it is the form's author that the answer is shown under (SPEC.md section 4).
      body: {
        ...input.body,
        ...answerForm(form.body, input.answers),
        quotedMessageId,
        quotedMessage: quoteOf(form),
      },
      alongside: async (tx) =>
        markSubmitted(await tx.messageById(conversationId, form.id), (body) =>
          tx.updateMessage(form.id, { body }),
        ),
    },
  );
};
