import type { Store } from '../store/store';
import { cutText } from './clean';
import type { Deps } from './deps';
import { DeskError } from './deskError';
import type { Conversation, Json, Message } from './entities';
import { isPicture } from './fileTypes';
import { type Sender, sendMessage } from './messages';
import { uploadPath } from './uploadAddress';

/** A file that has been taken in, on its way to becoming a message. */
export type NewFile = {
  /** Of the upload; it makes the address unguessable. */
  id: string;
  fileName: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Of a picture, in pixels. */
  dimensions?: { mediaWidth: number; mediaHeight: number };
  referenceId?: string;
  body: Json;
};

/**
 * Makes the message of an upload: an image where browsers can draw it safely, else a file (DESIGN.md 3.7). A repeat of
 * its referenceId answers the message there is; the file is then not used.
 */
export const sendFile = (
  deps: Deps,
  conversationId: string,
  sender: Sender,
  file: NewFile,
): ReturnType<typeof sendMessage> => {
  const { id, fileName, mediaType, size, dimensions } = file;
  return sendMessage(deps, conversationId, sender, {
    type: isPicture(mediaType) ? 'image' : 'file',
    referenceId: file.referenceId,
    body: {
      altText: cutText(fileName, 128),
      ...file.body,
      mediaUrl: uploadPath(id, fileName),
      mediaType,
      mediaSize: size,
      ...dimensions,
      attachmentId: id,
    },
    alongside: (tx, message: Message) =>
      tx.insertAttachment({
        id,
        conversationId,
        messageId: message.id,
        fileName,
        mediaType,
        size,
        createdAt: message.received,
      }),
  });
};

/**
 * Whether a file belongs to a message although sending it failed: the answer to a commit may be lost. The lock waits
 * for the end of a transaction that is still under way. Where nobody can tell, it may: a file too many is better than
 * a message without its file.
 */
export const isFileKept = (store: Store, conversationId: string, id: string): Promise<boolean> =>
  store
    .transaction(async (tx) => {
      await tx.lockConversation(conversationId);
      return (await tx.attachmentById(id)) !== undefined;
    })
    .catch(() => true);

/**
 * Tells the visitor's tabs that an upload came to nothing (FACTS.md 2.8). There is no message, so the client's own
 * referenceId names it.
 */
export const tellUploadFailed = (
  deps: Deps,
  conversation: Conversation,
  referenceId: string,
  err: { status: number; code: string },
): void =>
  deps.publisher.toVisitor(conversation.userId, {
    type: 'upload:failed',
    conversation: { _id: conversation.id, logId: deps.store.logId },
    err,
    data: { messageId: referenceId, referenceId },
  });

/**
 * Where the content of a message's media can be read. The desk's own uploads must be of a conversation of this
 * visitor, and are answered by their path; any other web address is answered as it is.
 * @param uploadId of the upload, where the address is one of the desk's own
 * @throws not_found, bad_request
 */
export const contentUrl = async (
  deps: Deps,
  userId: string,
  mediaUrl: string,
  uploadId: string | undefined,
): Promise<string> => {
  if (uploadId === undefined) {
    if (!URL.canParse(mediaUrl) || !/^https?:/i.test(mediaUrl)) {
      throw new DeskError('bad_request', 'mediaUrl must be an http or https address');
    }
    return mediaUrl;
  }
  const attachment = await deps.store.attachmentById(uploadId);
  const conversation = attachment && (await deps.store.conversationById(attachment.conversationId));
  if (!attachment || conversation?.userId !== userId) {
    throw new DeskError('not_found', 'There is no such attachment');
  }
  return uploadPath(attachment.id, attachment.fileName);
};
