import type { Context } from 'hono';
import { MAX_PICTURE_BYTES, MAX_PICTURE_SIDE, pictureExtension } from '../domain/files/pictures';
import { type ReceivedUpload, UploadRefused } from '../http/readUpload';
import { type Intake, takeUpload } from '../http/takeUpload';
import { DeskError } from '../model/deskError';
import { readPicture } from '../uploads/imageDimensions';

const noPicture = (): DeskError => new DeskError('fileType', 'A picture must be a PNG, JPEG or WebP');

/** @throws fileType, bad_request */
const mediaTypeIn = async ({ uploads }: Intake, id: string, { file }: ReceivedUpload): Promise<string> => {
  const picture = await readPicture(uploads, { id, size: file.size });
  if (!picture || pictureExtension(picture.mediaType) === undefined) throw noPicture();
  if (Math.max(picture.mediaWidth, picture.mediaHeight) > MAX_PICTURE_SIDE)
    throw new DeskError('bad_request', `A picture may be ${MAX_PICTURE_SIDE} pixels wide and high`);
  return picture.mediaType;
};

/**
 * Takes the picture from a form's part `source`. Its content determines its type. A picture that is refused or not kept
 * leaves no file.
 * @param id the id to store it under
 * @param isKept whether something uses it although `keep` failed
 */
export const takePicture = async <T>(
  intake: Intake,
  c: Context,
  { id, isKept }: { id: string; isKept(): Promise<boolean> },
  keep: (mediaType: string, size: number) => Promise<T>,
): Promise<T> => {
  const send = async (received: ReceivedUpload) => ({
    created: true,
    value: await keep(await mediaTypeIn(intake, id, received), received.file.size),
  });
  try {
    return (await takeUpload(intake, c.req.raw, { id, isKept, maxBytes: MAX_PICTURE_BYTES }, send)).value;
  } catch (error) {
    throw error instanceof UploadRefused ? error.reason : error;
  }
};
