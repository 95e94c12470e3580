/** A browser needs four bytes for each pixel, however small the file is: 160 MB for this many. */
const MOST_PIXELS = 40_000_000;

/** Whether a picture has so many pixels that it would slow the browser down. It is then shown as a file with a link. */
export const isHuge = (width = 0, height = 0): boolean => width * height > MOST_PIXELS;
