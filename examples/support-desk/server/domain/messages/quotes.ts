import { FACE } from '../../model/accountEntities';
import { DeskError } from '../../model/deskError';
import type { Json, Message } from '../../model/entities';
import type { Store } from '../../store/store';
import { seconds } from '../views';

/** The fields of a message that a quote shows. */
const QUOTED = [...FACE, 'authorId', 'text', 'textFallback', 'altText', 'mediaUrl', 'mediaType'];

const contentOf = ({ id, type, role, received, body }: Message): Json => {
  const shown = QUOTED.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]);
  return { _id: id, type, role, received: seconds(received), ...Object.fromEntries(shown) };
};

/** A message in the form of a quote. */
export const quoteOf = (message: Message): Json => ({ type: 'message', content: contentOf(message) });

/**
 * The quote of a message of this conversation. It is stored beside its `quotedMessageId`, because a client may not have
 * loaded the quoted message.
 * @throws bad_request if the conversation has no such message
 */
export const quoteById = async (
  store: Pick<Store, 'messageById'>,
  conversationId: string,
  quotedMessageId: string | undefined,
): Promise<Json> => {
  if (quotedMessageId === undefined) return {};
  const message = await store.messageById(conversationId, quotedMessageId);
  if (!message) throw new DeskError('bad_request', 'quotedMessageId: there is no such message here');
  return { quotedMessageId, quotedMessage: quoteOf(message) };
};
