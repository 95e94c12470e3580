/** How to reduce a picture: to the square in its center, or all of it, with at most this many pixels per side. */
export type PictureShape = 'square' | 'whole';
const MOST_PIXELS: Record<PictureShape, number> = { square: 256, whole: 1024 };
const QUALITY = 0.9;

type Cut = { left: number; top: number; width: number; height: number };

const cutOf = ({ width, height }: ImageBitmap, shape: PictureShape): Cut => {
  if (shape === 'whole') return { left: 0, top: 0, width, height };
  const side = Math.min(width, height);
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  return { left, top, width: side, height: side };
};

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  // Browsers that cannot write WebP write PNG.
  new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));

/**
 * Crops and scales a picture: a face to a square of 256 pixels, any other to at most 1024. This removes camera
 * metadata, such as the location.
 * @returns `undefined` if the browser cannot read the picture
 */
export const smallPicture = async (file: Blob, shape: PictureShape): Promise<Blob | undefined> => {
  const opened: ImageBitmap[] = [];
  const open = async (made: Promise<ImageBitmap>): Promise<ImageBitmap> => {
    const bitmap = await made;
    opened.push(bitmap);
    return bitmap;
  };
  try {
    const given = await open(createImageBitmap(file));
    const { left, top, width, height } = cutOf(given, shape);
    const most = MOST_PIXELS[shape];
    const scale = shape === 'square' ? most / width : Math.min(1, most / Math.max(width, height));
    const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [
      number,
      number,
    ];
    const size = { resizeWidth: wide, resizeHeight: high, resizeQuality: 'high' } as const;
    const small = await open(createImageBitmap(given, left, top, width, height, size));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [wide, high];
    canvas.getContext('2d')?.drawImage(small, 0, 0);
    return (await toBlob(canvas)) ?? undefined;
  } catch {
    return undefined;
  } finally {
    for (const bitmap of opened) bitmap.close();
  }
};
