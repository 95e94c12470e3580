import { Readable } from 'node:stream';
import type { Deps } from '../domain/deps';
import { DeskError } from '../domain/deskError';
import { isFileKept, type NewFile } from '../domain/files';
import { cleanFileName, mediaTypeOf } from '../domain/fileTypes';
import type { UploadRoom, UploadSender } from '../domain/uploadRoom';
import { readDimensions } from '../uploads/imageDimensions';
import { MAX_FILE_BYTES, type Uploads } from '../uploads/uploads';
import type { MailFile } from './readMail';

const MAX_FILES = 10;
/** Smaller pictures in the text are logos of signatures. */
const LOGO_BYTES = 10_000;

/** A file of a mail that the desk does not take, and why, for agents. */
export type LeftOut = { name: string; reason: 'type' | 'size' | 'count' | 'forbidden' };

export type ChosenFile = { fileName: string; mediaType: string; content: Buffer };

/** A picture that a program has not named. */
const nameOf = ({ fileName, mediaType }: MailFile): string => {
  const clean = cleanFileName(fileName);
  const [, extension] = /^image\/(png|jpeg|gif|webp)$/.exec(mediaType) ?? [];
  return clean === '' && extension ? `picture.${extension}` : clean;
};

/**
 * Which files the desk takes, by the rules of every upload.
 * @param isAllowed whether the sender may send files
 */
export const chooseFiles = (
  files: readonly MailFile[],
  isAllowed: boolean,
): { chosen: ChosenFile[]; leftOut: LeftOut[] } => {
  const chosen: ChosenFile[] = [];
  const leftOut: LeftOut[] = [];
  for (const file of files) {
    if (file.isInText && file.content.length < LOGO_BYTES) continue;
    const name = nameOf(file);
    const mediaType = mediaTypeOf(name);
    const refuse = (reason: LeftOut['reason']): void => void leftOut.push({ name, reason });
    if (!isAllowed) refuse('forbidden');
    else if (mediaType === undefined) refuse('type');
    else if (file.content.length > MAX_FILE_BYTES) refuse('size');
    else if (chosen.length >= MAX_FILES) refuse('count');
    else chosen.push({ fileName: name, mediaType, content: file.content });
  }
  return { chosen, leftOut: leftOut.slice(0, MAX_FILES) };
};

export type FileDeps = { store: Deps['store']; uploads: Uploads; room: UploadRoom; newToken: () => string };

/** Sends a stored file, once. */
type SendFile = (file: Omit<NewFile, 'referenceId' | 'body'>) => Promise<{ created: boolean }>;

/**
 * Stores a file and sends it. Nothing is left of one that was sent before, or that cannot be sent.
 * @param sender whose space it uses; left out for an agent's
 * @throws storage_full; UploadsAway; what `send` throws
 */
export const takeFile = async (
  { store, uploads, room, newToken }: FileDeps,
  conversationId: string,
  { content, fileName, mediaType }: ChosenFile,
  sender: UploadSender | undefined,
  send: SendFile,
): Promise<void> => {
  const release = await room.reserve(content.length, sender);
  const id = newToken();
  let kept = 0;
  try {
    const size = await uploads.receive(id, Readable.from([content]), MAX_FILE_BYTES);
    const dimensions = await readDimensions(uploads, { id, mediaType, size });
    const { created } = await send({ id, fileName, mediaType, size, dimensions });
    if (created) kept = size;
    else await uploads.remove(id).catch(() => undefined);
  } catch (error) {
    const isUsed =
      !(error instanceof DeskError) && (await isFileKept(store, conversationId, id).catch(() => true));
    // What stays although nothing uses it, the upkeep removes.
    if (!isUsed) await uploads.remove(id).catch(() => undefined);
    throw error;
  } finally {
    release(kept);
  }
};
