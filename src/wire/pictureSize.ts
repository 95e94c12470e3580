/** A browser needs four bytes for each pixel, however few bytes the file has: 160 MB for these. */
const MOST_PIXELS = 40_000_000;

/** Whether a picture of so many pixels would slow the browser down, so that it is a file with a link. */
export const isHuge = (width = 0, height = 0): boolean => width * height > MOST_PIXELS;
