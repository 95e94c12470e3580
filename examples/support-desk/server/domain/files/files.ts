import { isHuge } from '@porch/messenger/wire/pictureSize';
import { cutText } from '../../model/clean';
import { DeskError } from '../../model/deskError';
import type { Attachment, Conversation, Json, Message } from '../../model/entities';
import { isPicture } from '../../model/fileTypes';
import { uploadPath } from '../../model/uploadAddress';
import type { Store } from '../../store/store';
import type { Deps } from '../deps';
import type { Sender } from '../messages/lockForMessage';
import { sendMessage } from '../messages/messages';

/** The id under which the content of a file is stored. */
export const storedIdOf = ({ id, shares }: Pick<Attachment, 'id' | 'shares'>): string => shares ?? id;

/** The message of a file that no message uses yet. */
export const NO_MESSAGE = '';

/** A stored upload that becomes a message. */
export type NewFile = {
  /** The upload's random id; it makes the address unguessable. */
  id: string;
  fileName: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Size of an image, in pixels. */
  dimensions?: { mediaWidth: number; mediaHeight: number };
  referenceId?: string;
  /** The stored file of saved replies that it shares. */
  shares?: string;
  /** A hash of the network address of an anonymous visitor. */
  address?: string;
  body: Json;
  /** The whole text of its email. */
  mailText?: string;
};

/**
 * Sends the message of an upload: an image if browsers can display it safely and cheaply, otherwise a file. A repeat of
 * its referenceId returns the existing message, and does not use the new upload.
 */
export const sendFile = (
  deps: Deps,
  conversationId: string,
  sender: Sender,
  file: NewFile,
): ReturnType<typeof sendMessage> => {
  const { id, fileName, mediaType, size, dimensions, shares = null, address = null } = file;
  const isDrawn = isPicture(mediaType) && !isHuge(dimensions?.mediaWidth, dimensions?.mediaHeight);
  return sendMessage(deps, conversationId, sender, {
    type: isDrawn ? 'image' : 'file',
    referenceId: file.referenceId,
    mailText: file.mailText,
    body: {
      altText: cutText(fileName, 128),
      ...file.body,
      mediaUrl: uploadPath(id, fileName),
      mediaType,
      mediaSize: size,
      ...(isDrawn ? dimensions : {}),
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
        address,
        shares,
      }),
  });
};

/** Stores a file for a message that will be sent. @throws not_found */
export const keepFile = (
  deps: Pick<Deps, 'store' | 'now'>,
  file: Pick<NewFile, 'id' | 'fileName' | 'mediaType' | 'size'> & { conversationId: string },
): Promise<void> =>
  deps.store.transaction(async (tx) => {
    if (!(await tx.lockConversation(file.conversationId)))
      throw new DeskError('not_found', 'There is no such conversation');
    await tx.insertAttachment({
      ...file,
      messageId: NO_MESSAGE,
      createdAt: deps.now(),
      address: null,
      shares: null,
    });
  });

/**
 * Whether a message uses this file although sending it failed, because the reply to a commit may be lost. The lock
 * waits for an open transaction. Rejects if the store cannot answer.
 */
export const isFileKept = (store: Store, conversationId: string, id: string): Promise<boolean> =>
  store.transaction(async (tx) => {
    await tx.lockConversation(conversationId);
    return (await tx.attachmentById(id)) !== undefined;
  });

/** Tells the visitor's tabs that an upload failed. Without a message, the event names the referenceId. */
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
 * The address where the content of a message's media can be read. For the desk's own upload this is its path, and the
 * upload must belong to a conversation of this visitor. Any other web address is returned unchanged.
 * @param uploadId the upload's id, if the address is one of the desk's own
 * @throws not_found if the upload is unknown or not this visitor's; bad_request for an address that is not http(s)
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
