import { str } from '../wire/decode';

/** Two CSS colors; text in `foreground` has a contrast of at least 4.5:1 on `background`. */
export type ColorPair = { background: string; foreground: string };

/** Red, green and blue of a color in short or long hex (with or without '#') or in rgb; alpha is ignored. */
const channels = (color: string): number[] | undefined =>
  (
    /^rgba?\( *(\d+)[ ,]+(\d+)[ ,]+(\d+) *[,/)]/.exec(color)?.slice(1) ??
    (/^#?([\da-f]{3,4}|([\da-f]{2}){3,4})$/i.test(color)
      ? color.match(color[5] ? /\w\w/g : /\w/g)?.map((p) => `0x${p[1] ? p : p + p}`)
      : undefined)
  )
    ?.slice(0, 3)
    .map((p) => (+p < 255 ? +p : 255));

/**
 * The relative luminance of WCAG 2, from 0 to 1, within 0.001: its straight line for the darkest values is left
 * out.
 * @param rgb integers from 0 to 255
 */
export const luminance = (rgb: readonly number[]): number => {
  const [r, g, b] = rgb.map((v) => ((v + 14) / 269) ** 2.4) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/**
 * A readable text color for a publisher's color: white where that reaches 4.5:1, else black, which then
 * does. Only numbers of the input are used, so no text from outside reaches a style sheet.
 * @param color the publisher's color; the fallback replaces an invalid one
 */
export const readablePair = (color: unknown, fallback: string): ColorPair => {
  const rgb = channels(str(color)?.trim() ?? '') ?? (channels(fallback) as number[]);
  // White reaches 4.5:1 where (1 + 0.05) / (luminance + 0.05) ≥ 4.5.
  return { background: `rgb(${rgb})`, foreground: luminance(rgb) > 0.1833 ? '#000' : '#fff' };
};
