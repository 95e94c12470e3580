/** A pair of colours as CSS, text on background at 4.5:1 or better. */
export type ColorPair = { background: string; foreground: string };

/** Red, green and blue of a hex colour, with or without '#', short or long, its alpha left out. */
const channels = (color: string): number[] | undefined => {
  const hex = /^#?(?:([\da-f]{3})[\da-f]?|([\da-f]{6})(?:[\da-f]{2})?)$/i.exec(color.trim());
  const long = hex?.[2] ?? hex?.[1]?.replace(/./g, '$&$&');
  return long?.match(/../g)?.map((pair) => Number.parseInt(pair, 16));
};

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
 * Only hex is understood (FACTS.md 2.2), so that no text from outside reaches a style sheet.
 * @param color taken where it is a colour, else the fallback
 */
export const readablePair = (color: string | undefined, fallback: string): ColorPair => {
  const rgb = channels(color ?? '') ?? (channels(fallback) as number[]);
  // (1 + 0.05) / (luminance + 0.05) ≥ 4.5
  return { background: `rgb(${rgb})`, foreground: luminance(rgb) > 0.1833 ? '#000' : '#fff' };
};
