import type { AgentEmailAnswer, MessageEmail } from '../../../shared/answers/emails';
import { DeskError } from '../../model/deskError';
import type { Message } from '../../model/entities';
import type { Reads } from '../../store/reads';

/** What a message stores about its email. */
export const noteOfEmail = ({ body }: Pick<Message, 'body'>): MessageEmail =>
  (body.email ?? {}) as MessageEmail;

/** The text of a message's email, with what the message leaves out. @throws not_found */
export const emailOf = async (
  store: Pick<Reads, 'messageById' | 'mailTexts'>,
  conversationId: string,
  messageId: string,
): Promise<AgentEmailAnswer['email']> => {
  const message = await store.messageById(conversationId, messageId);
  const [kept] = message ? await store.mailTexts([message.id]) : [];
  if (!message || !kept) throw new DeskError('not_found', 'This message leaves out nothing of an email');
  return { text: kept.text, isCut: noteOfEmail(message).isCut === true };
};
