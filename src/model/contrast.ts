/**
 * Colours a publisher chose, made readable. Only hex and rgb() are understood (FACTS.md 1.5); anything else is
 * refused, so that no text from outside reaches a style sheet.
 */
type Rgb = readonly [number, number, number];

const parse = (color: string): Rgb | undefined => {
  const hex = /^#?([\da-f]{3,8})$/i.exec(color.trim())?.[1];
  if (hex && hex.length !== 5 && hex.length !== 7) {
    const long = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    return [0, 2, 4].map((i) => Number.parseInt(long.slice(i, i + 2), 16)) as unknown as Rgb;
  }
  const rgb = /^rgba?\((\d+)[ ,]+(\d+)[ ,]+(\d+)/i.exec(color.trim());
  return rgb ? ([1, 2, 3].map((i) => Math.min(255, Number(rgb[i]))) as unknown as Rgb) : undefined;
};

const luminance = (color: Rgb): number => {
  const [r, g, b] = color.map((v) =>
    v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (r as number) + 0.7152 * (g as number) + 0.0722 * (b as number);
};

/** A pair of colours as CSS, text on background at 4.5:1 or better. */
export type ColorPair = { background: string; foreground: string };

/** The background with white text where that reaches 4.5:1, else with black, which then does; the fallback when it is no colour. */
export const readablePair = (color: string | undefined, fallback: string): ColorPair => {
  const rgb = parse(color ?? '') ?? (parse(fallback) as Rgb);
  const onWhite = 1.05 / (luminance(rgb) + 0.05);
  return { background: `rgb(${rgb})`, foreground: onWhite >= 4.5 ? '#fff' : '#000' };
};
