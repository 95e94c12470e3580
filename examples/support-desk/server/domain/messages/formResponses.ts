import { DeskError } from '../../model/deskError';
import type { Json, Message } from '../../model/entities';
import type { Deps } from '../deps';
import { isEmailOffer, keepEmail } from '../mail/emailOffer';
import { type Answer, answerForm } from './forms';
import { sendMessage } from './messages';
import { quoteOf } from './quotes';

type NewFormResponse = {
  quotedMessageId: string;
  answers: readonly Answer[];
  referenceId?: string;
  body: Json;
};

/**
 * Takes a visitor's answers to a form and marks the form as submitted in the same transaction.
 * @param deps.allowEmail refuses if too many addresses were left; its result counts a stored one
 * @throws not_found if the conversation has no such form; bad_request if the answers do not fit it or it was already
 * submitted (a repeat of the same referenceId returns the existing response instead)
 */
export const submitForm = async (
  deps: Deps & { allowEmail: () => Promise<() => Promise<void>> },
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
  const answered = answerForm(form.body, input.answers);
  const isFirst = isEmailOffer(form) && form.body.submitted !== true;
  const countEmail = isFirst ? await deps.allowEmail() : undefined;
  const sent = await sendMessage(
    deps,
    conversationId,
    { role: 'appUser', userId },
    {
      type: 'formResponse',
      referenceId,
      quiet: isEmailOffer(form),
      // The response contains the form, because clients show the response under the form's author.
      body: {
        ...input.body,
        ...answered,
        quotedMessageId,
        quotedMessage: quoteOf(form),
      },
      alongside: async (tx) =>
        markSubmitted(await tx.messageById(conversationId, form.id), (body) =>
          tx.updateMessage(form.id, { body }),
        ),
    },
  );
  // After the message, which locks the conversation: code that locks both locks the user first. A repeat of the message
  // stores the address if the desk stopped in between.
  const email = isEmailOffer(form) && answered.fields.find((field) => field.type === 'email')?.email;
  if (typeof email === 'string') await keepEmail(deps, userId, conversationId, email);
  if (sent.created) await countEmail?.();
  return sent;
};
