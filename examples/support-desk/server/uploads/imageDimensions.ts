import { disableTypes, imageSize, types } from 'image-size';
import { isPicture, mediaTypeOf } from '../model/fileTypes';
import type { Uploads } from './uploads';

type Dimensions = { mediaWidth: number; mediaHeight: number };

/** The first bytes to read; a JPEG may have color profiles and thumbnails before its size. */
const HEAD_BYTES = 524_288;
/** The largest size in PNG. */
const MAX_PIXELS = 2 ** 31 - 1;
/** From this EXIF orientation on, width and height are swapped; browsers rotate such images. */
const SIDEWAYS = 5;
/** The formats of `isPicture`. The library's other parsers are disabled. */
const READ = ['bmp', 'gif', 'jpg', 'png', 'webp'];

disableTypes(types.filter((type) => !READ.includes(type)));

const side = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX_PIXELS;

/** The type of a picture, from its content. */
type Picture = Dimensions & { mediaType: string };

/** The type of this picture, and the size in pixels in which browsers draw it; `undefined` if it is not a picture. */
const pictureOf = (head: Uint8Array): Picture | undefined => {
  try {
    const { width, height, orientation = 1, type = '' } = imageSize(head);
    const mediaType = mediaTypeOf(`.${type}`);
    if (!mediaType || !READ.includes(type) || !side(width) || !side(height)) return undefined;
    return orientation >= SIDEWAYS
      ? { mediaType, mediaWidth: height, mediaHeight: width }
      : { mediaType, mediaWidth: width, mediaHeight: height };
  } catch {
    return undefined;
  }
};

/** The size in pixels in which browsers draw this image; `undefined` if it is not an image. */
export const dimensionsOf = (head: Uint8Array): Dimensions | undefined => {
  const picture = pictureOf(head);
  return picture && { mediaWidth: picture.mediaWidth, mediaHeight: picture.mediaHeight };
};

const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream).arrayBuffer());

const readHead = async (uploads: Uploads, { id, size }: { id: string; size: number }): Promise<Uint8Array> =>
  bytesOf(await uploads.read(id, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 }));

/** Reads the type of an uploaded file, whatever its name; `undefined` if it is not a picture. */
export const readPicture = async (
  uploads: Uploads,
  file: { id: string; size: number },
): Promise<Picture | undefined> => (file.size === 0 ? undefined : pictureOf(await readHead(uploads, file)));

/** Reads an uploaded image's size from its first bytes, so that clients reserve its space before it loads. */
export const readDimensions = async (
  uploads: Uploads,
  file: { id: string; mediaType: string; size: number },
): Promise<Dimensions | undefined> => {
  if (!isPicture(file.mediaType) || file.size === 0) return undefined;
  return dimensionsOf(await readHead(uploads, file));
};
