/** The largest width and height of a picture, and the smallest width, in pixels. */
const WIDEST = 260;
const TALLEST = 320;
const LEAST = 96;
/** The aspect ratio when the service gives no size. */
const RATIO = 4 / 3;

/**
 * The size of the box that reserves space before a picture loads, as declarations; pictures with an extreme ratio
 * are cropped. A picture has the same box while it is uploaded.
 */
export const boxOf = (width = WIDEST, height = WIDEST / RATIO): string => {
  const ratio = Math.min(Math.max(width / height, 0.5), 2.5);
  const wide = Math.round(Math.max(LEAST, Math.min(width, WIDEST, TALLEST * ratio)));
  return `width:${wide}px;aspect-ratio:${ratio.toFixed(3)};max-width:100%;border-radius:var(--bubble);`;
};
