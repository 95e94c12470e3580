import type { Store } from '../store/store';
import { DeskError } from './deskError';
import type { Json, Message } from './entities';
import { seconds } from './views';

/** What of a message is shown where it is quoted: who said it, and what it was. */
const QUOTED = ['name', 'avatarUrl', 'authorId', 'text', 'textFallback', 'altText', 'mediaUrl', 'mediaType'];

const contentOf = ({ id, type, role, received, body }: Message): Json => {
  const shown = QUOTED.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]);
  return { _id: id, type, role, received: seconds(received), ...Object.fromEntries(shown) };
};

/** A message as it travels inside one that quotes it (FACTS.md 2.5, `quotedMessage`). */
export const quoteOf = (message: Message): Json => ({ type: 'message', content: contentOf(message) });

/**
 * The quote of a message of this conversation, to be stored beside its `quotedMessageId`: whoever reads the answer may
 * not hold what it answers.
 * @throws bad_request when there is no such message here
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
