import { disableTypes, imageSize, types } from 'image-size';
import { isPicture } from '../domain/fileTypes';
import type { Uploads } from './uploads';

export type Dimensions = { mediaWidth: number; mediaHeight: number };

/** The first bytes to read; a JPEG may have colour profiles and thumbnails before its size. */
const HEAD_BYTES = 524_288;
const MAX_PIXELS = 65_535;
/** From this EXIF orientation on, width and height are swapped; browsers rotate such images. */
const SIDEWAYS = 5;
/** The formats of `isPicture`. The library's other parsers are not needed and are disabled. */
const READ = ['bmp', 'gif', 'jpg', 'png', 'webp'];

disableTypes(types.filter((type) => !READ.includes(type)));

const side = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX_PIXELS;

/** The size in pixels in which browsers draw this image; `undefined` when it is not an image. */
export const dimensionsOf = (head: Uint8Array): Dimensions | undefined => {
  try {
    const { width, height, orientation = 1, type = '' } = imageSize(head);
    if (!READ.includes(type) || !side(width) || !side(height)) return undefined;
    return orientation >= SIDEWAYS
      ? { mediaWidth: height, mediaHeight: width }
      : { mediaWidth: width, mediaHeight: height };
  } catch {
    return undefined;
  }
};

const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream).arrayBuffer());

/** Reads an uploaded image's size from its first bytes, so that clients reserve its space before it loads. */
export const readDimensions = async (
  uploads: Uploads,
  file: { id: string; mediaType: string; size: number },
): Promise<Dimensions | undefined> => {
  if (!isPicture(file.mediaType) || file.size === 0) return undefined;
  const end = Math.min(file.size, HEAD_BYTES) - 1;
  return dimensionsOf(await bytesOf(await uploads.read(file.id, { start: 0, end })));
};
