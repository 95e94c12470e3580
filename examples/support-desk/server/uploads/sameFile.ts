import { createHash } from 'node:crypto';
import { DeskError } from '../model/deskError';
import type { Message } from '../model/entities';
import { FileMissing, type Uploads } from './uploads';

type Sent = { message: Message; created: boolean };

const digestOf = async (uploads: Pick<Uploads, 'read'>, id: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of await uploads.read(id)) hash.update(chunk);
  return hash.digest('base64url');
};

/**
 * Refuses a file whose message was taken for a repeat, but whose bytes differ from the first one's. Only a repeat makes
 * the desk read files.
 * @param id the new file's
 * @throws DeskError conflict; UploadsAway
 */
export const checkSameFile = async <S extends Sent>(
  uploads: Pick<Uploads, 'read'>,
  id: unknown,
  sent: S,
): Promise<S> => {
  const known = sent.message.body.attachmentId;
  if (sent.created || typeof id !== 'string' || typeof known !== 'string' || known === id) return sent;
  try {
    if ((await digestOf(uploads, known)) === (await digestOf(uploads, id))) return sent;
  } catch (error) {
    // One of them was deleted since.
    if (error instanceof FileMissing) return sent;
    throw error;
  }
  throw new DeskError('conflict', 'Another file has this referenceId. Send this one with a new one');
};
