import { str } from '../wire/decode';

/** A pair of colours as CSS, text on background at 4.5:1 or better. */
export type ColorPair = { background: string; foreground: string };

/** Red, green and blue of a colour in hex, with or without '#', short or long, or in rgb; its alpha is left out. */
const channels = (color: string): number[] | undefined =>
  (
    /^rgba?\( *(\d+)[ ,]+(\d+)[ ,]+(\d+) *[,/)]/.exec(color)?.slice(1) ??
    (/^#?([\da-f]{3,4}|([\da-f]{2}){3,4})$/i.test(color)
      ? color.match(color[5] ? /\w\w/g : /\w/g)?.map((p) => `0x${p[1] ? p : p + p}`)
      : undefined)
  )
    ?.slice(0, 3)
    .map((p) => Math.min(+p, 255));

/** WCAG 2's relative luminance, from 0 to 1. @param rgb whole numbers */
export const luminance = (rgb: readonly number[]): number => {
  const [r, g, b] = rgb.map((v) => (v > 10 ? ((v / 255 + 0.055) / 1.055) ** 2.4 : v / 3294.6)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/**
 * A publisher's colour, made readable: with white text where that reaches 4.5:1, else with black, which then does.
 * Only numbers are read of it, so that no text from outside reaches a style sheet.
 * @param color taken where it is a colour, else the fallback
 */
export const readablePair = (color: unknown, fallback: string): ColorPair => {
  const rgb = channels(str(color)?.trim() ?? '') ?? (channels(fallback) as number[]);
  // (1 + 0.05) / (luminance + 0.05) ≥ 4.5
  return { background: `rgb(${rgb})`, foreground: luminance(rgb) > 0.1833 ? '#000' : '#fff' };
};
