import { disableTypes, imageSize, types } from 'image-size';
import { isPicture } from '../domain/fileTypes';
import type { Uploads } from './uploads';

export type Dimensions = { mediaWidth: number; mediaHeight: number };

/** A header lies within this; JPEG puts colour profiles and thumbnails before its size. */
const HEAD_BYTES = 524_288;
const MAX_PIXELS = 65_535;
/** EXIF orientations that lay a picture on its side; browsers turn it as they say. */
const SIDEWAYS = 5;
/** The formats of `isPicture`; for every other one the library has parsers that nobody here needs. */
const READ = ['bmp', 'gif', 'jpg', 'png', 'webp'];

disableTypes(types.filter((type) => !READ.includes(type)));

const side = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX_PIXELS;

/** The size a browser draws these bytes in, in pixels; `undefined` when they are no picture. */
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

/** Reads the size of an uploaded picture from its first bytes, so that its room can be kept before it loads. */
export const readDimensions = async (
  uploads: Uploads,
  file: { id: string; mediaType: string; size: number },
): Promise<Dimensions | undefined> => {
  if (!isPicture(file.mediaType) || file.size === 0) return undefined;
  const end = Math.min(file.size, HEAD_BYTES) - 1;
  return dimensionsOf(await bytesOf(await uploads.read(file.id, { start: 0, end })));
};
