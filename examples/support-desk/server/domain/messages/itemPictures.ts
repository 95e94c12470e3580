import type { Attachment, Json } from '../../model/entities';
import { uploadIdOf, uploadPath } from '../../model/uploadAddress';
import type { Deps } from '../deps';
import { NO_MESSAGE } from '../files/files';
import type { NewMessage } from './storeMessage';

type Items = { items: Json[]; alongside: NonNullable<NewMessage['alongside']> };

/**
 * Replaces the addresses of pictures uploaded for the conversation by their paths in the items of a message: the desk
 * may move.
 * @returns the items, and a function that makes each picture part of the first message that uses it, so that both are
 * deleted together
 */
export const withItemPictures = async (
  { store }: Pick<Deps, 'store'>,
  conversationId: string,
  given: readonly Json[],
): Promise<Items> => {
  const used: Attachment[] = [];
  const items: Json[] = [];
  for (const item of given) {
    const id = typeof item.mediaUrl === 'string' ? uploadIdOf(item.mediaUrl) : undefined;
    const file = id === undefined ? undefined : await store.attachmentById(id);
    const isTheirs = file?.conversationId === conversationId;
    if (isTheirs && file.messageId === NO_MESSAGE) used.push(file);
    items.push(isTheirs ? { ...item, mediaUrl: uploadPath(file.id, file.fileName) } : item);
  }
  return {
    items,
    alongside: async (tx, message) => {
      for (const { id } of used) await tx.updateAttachment(id, { messageId: message.id });
    },
  };
};
