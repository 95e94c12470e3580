import { Readable } from 'node:stream';
import type { Deps } from '../domain/deps';
import { isFileKept, type NewFile } from '../domain/files/files';
import type { UploadRoom, UploadSender } from '../domain/files/uploadRoom';
import { DeskError } from '../model/deskError';
import { cleanFileName, extensionOf, mediaTypeOf } from '../model/fileTypes';
import { readDimensions } from '../uploads/imageDimensions';
import { MAX_FILE_BYTES, type Uploads } from '../uploads/uploads';
import type { MailFile } from './readMail';

const MAX_FILES = 10;
/** A smaller inline picture may be a signature's logo, which comes with each email. */
const LOGO_BYTES = 10_000;
/** No meaningful picture is smaller. */
const PIXEL_BYTES = 100;
/** Parts that mail programs add: signatures, and copies of the text for programs. The sender did not attach them. */
const OF_PROGRAMS = /^(application\/(x-)?(pkcs7|pgp)-signature|text\/vnd\.google\.email-reaction\+json)$/i;

/**
 * A file of an email that the desk does not take, and why.
 * @property isMinor whether nothing is lost without it
 */
export type LeftOut = {
  name: string;
  mediaType: string;
  size: number;
  reason: 'type' | 'size' | 'count' | 'forbidden' | 'full' | 'repeated' | 'tiny';
  isMinor?: true;
};

/** @property at its place in the email */
export type ChosenFile = { at: number; fileName: string; mediaType: string; content: Buffer };

/** Names for unnamed files. */
const kindOf = (mediaType: string): string => {
  if (mediaType === 'message/rfc822') return 'email';
  return mediaType.startsWith('image/') ? 'picture' : 'file';
};

/** The name of a file; one without an extension gets that of its type. */
const nameOf = ({ fileName, mediaType }: MailFile): string => {
  const clean = cleanFileName(fileName);
  const type = mediaType.toLowerCase();
  const extension = clean.includes('.') ? undefined : extensionOf(type);
  return extension ? `${clean || kindOf(type)}.${extension}` : clean;
};

const isSmall = ({ isInText, content }: MailFile): boolean => isInText && content.length < LOGO_BYTES;

/** The facts that decide which files of an email are taken. */
export type Choice = {
  /** Whether the sender may send files. */
  isAllowed: boolean;
  /** Whether the email has text. Otherwise its pictures are its content. */
  hasWords: boolean;
  /** Whether an earlier email had the same picture. */
  cameBefore(picture: MailFile): Promise<boolean>;
};

/** Why a small picture of an email with text is not taken, if so. */
const minorReason = async (
  file: MailFile,
  taken: readonly ChosenFile[],
  { cameBefore }: Choice,
): Promise<LeftOut['reason'] | undefined> => {
  if (file.content.length < PIXEL_BYTES) return 'tiny';
  const isTwice = taken.some(({ content }) => content.equals(file.content));
  return isTwice || (await cameBefore(file)) ? 'repeated' : undefined;
};

/** Chooses the files that the desk takes, by the rules of every upload, and names all others. */
export const chooseFiles = async (
  files: readonly MailFile[],
  choice: Choice,
): Promise<{ chosen: ChosenFile[]; leftOut: LeftOut[] }> => {
  const chosen: ChosenFile[] = [];
  const leftOut: LeftOut[] = [];
  const choose = async (at: number, file: MailFile): Promise<void> => {
    const fileName = nameOf(file);
    const mediaType = mediaTypeOf(fileName);
    const mayBeLogo = isSmall(file) && choice.hasWords;
    const isMinor = mayBeLogo || OF_PROGRAMS.test(file.mediaType);
    const refuse = (reason: LeftOut['reason']): void => {
      const { length: size } = file.content;
      leftOut.push({ name: fileName, mediaType: file.mediaType, size, reason, ...(isMinor && { isMinor }) });
    };
    if (!choice.isAllowed) return refuse('forbidden');
    if (mediaType === undefined) return refuse('type');
    if (file.content.length > MAX_FILE_BYTES) return refuse('size');
    const minor = mayBeLogo ? await minorReason(file, chosen, choice) : undefined;
    if (minor) return refuse(minor);
    if (chosen.length >= MAX_FILES) return refuse('count');
    chosen.push({ at, fileName, mediaType, content: file.content });
  };
  // Small pictures come last, so that they do not replace files.
  const ordered = [...files.entries()].toSorted(([, a], [, b]) => Number(isSmall(a)) - Number(isSmall(b)));
  for (const [at, file] of ordered) await choose(at, file);
  return { chosen, leftOut };
};

export type FileDeps = {
  store: Deps['store'];
  uploads: Uploads;
  room: Pick<UploadRoom, 'reserve'>;
  newToken: () => string;
};

/** Sends a stored file, once. */
type SendFile = (file: Omit<NewFile, 'referenceId' | 'body' | 'mailText'>) => Promise<{ created: boolean }>;

/**
 * Stores a file and sends it. Removes one that was sent before, or that cannot be sent.
 * @param sender the sender whose space it uses; left out for an agent's
 * @throws storage_full; UploadsAway; what `send` throws
 */
export const takeFile = async (
  { store, uploads, room, newToken }: FileDeps,
  conversationId: string,
  { content, fileName, mediaType }: Omit<ChosenFile, 'at'>,
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
    // The upkeep removes unused files that remain.
    if (!isUsed) await uploads.remove(id).catch(() => undefined);
    throw error;
  } finally {
    release(kept);
  }
};
