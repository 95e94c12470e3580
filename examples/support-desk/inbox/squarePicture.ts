/** The sides of an agent's picture in pixels: more than any place draws it with, on any screen. */
const PIXELS = 256;
const QUALITY = 0.9;

const toBlob = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  // Browsers that cannot write WebP write PNG.
  new Promise((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));

/**
 * Cuts the square in the middle out of a picture, and scales it to the size of a face. What cameras write into pictures,
 * such as the place, is lost by it.
 * @returns `undefined` for what the browser cannot read as a picture
 */
export const squarePicture = async (file: Blob): Promise<Blob | undefined> => {
  const opened: ImageBitmap[] = [];
  const open = async (made: Promise<ImageBitmap>): Promise<ImageBitmap> => {
    const bitmap = await made;
    opened.push(bitmap);
    return bitmap;
  };
  try {
    const whole = await open(createImageBitmap(file));
    const { width, height } = whole;
    const side = Math.min(width, height);
    const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
    const size = { resizeWidth: PIXELS, resizeHeight: PIXELS, resizeQuality: 'high' } as const;
    const square = await open(createImageBitmap(whole, left, top, side, side, size));
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = PIXELS;
    canvas.getContext('2d')?.drawImage(square, 0, 0);
    return (await toBlob(canvas)) ?? undefined;
  } catch {
    return undefined;
  } finally {
    for (const bitmap of opened) bitmap.close();
  }
};
