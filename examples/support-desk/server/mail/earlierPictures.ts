import type { Deps } from '../domain/deps';
import { storedIdOf } from '../domain/files/files';
import { FileMissing, type Uploads } from '../uploads/uploads';
import type { MailFile } from './readMail';

type PictureDeps = { store: Deps['store']; uploads: Pick<Uploads, 'read'> };

const contentOf = async (uploads: Pick<Uploads, 'read'>, id: string): Promise<Buffer | undefined> => {
  try {
    const stream = await uploads.read(id);
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
};

/**
 * Creates the function that returns whether a conversation already has a picture.
 * @param ownPrefix the prefix of the references of this email's own messages, some of which may already be stored
 */
export const createCameBefore = (
  { store, uploads }: PictureDeps,
  conversationId: string,
  ownPrefix: string,
): ((picture: MailFile) => Promise<boolean>) => {
  const isOwn = async (messageId: string): Promise<boolean> =>
    (await store.messageById(conversationId, messageId))?.referenceId?.startsWith(ownPrefix) === true;
  return async ({ content }) => {
    const files = await store.attachmentsOf([conversationId]);
    for (const file of files) {
      if (file.size !== content.length || (await isOwn(file.messageId))) continue;
      if ((await contentOf(uploads, storedIdOf(file)))?.equals(content)) return true;
    }
    return false;
  };
};
