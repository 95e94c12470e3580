export type Color = { path: string; name: string; family: string; tone: number; value: string };

/** Each family's name, hue in degrees and strength. */
const FAMILIES: [name: string, hue: number, chroma: number][] = [
  ['Brick', 30, 0.12],
  ['Rust', 45, 0.12],
  ['Amber', 65, 0.13],
  ['Straw', 90, 0.11],
  ['Moss', 115, 0.1],
  ['Fern', 140, 0.11],
  ['Sage', 150, 0.05],
  ['Pine', 165, 0.08],
  ['Lagoon', 195, 0.09],
  ['Mist', 215, 0.03],
  ['Sky', 235, 0.09],
  ['Harbor', 250, 0.08],
  ['Indigo', 272, 0.13],
  ['Iris', 290, 0.12],
  ['Heather', 310, 0.09],
  ['Plum', 335, 0.1],
  ['Rose', 5, 0.1],
  ['Coral', 22, 0.14],
  ['Sand', 80, 0.04],
  ['Slate', 240, 0.02],
];

const TONES = 10;

/** Two hundred colors, the lightest of each family first. */
export const COLORS: Color[] = FAMILIES.flatMap(([family, hue, chroma]) =>
  Array.from({ length: TONES }, (_, at) => {
    const lightness = 0.95 - at * 0.07;
    const strength = chroma * Math.min(1, 0.3 + at * 0.15);
    return {
      path: `/${family.toLowerCase()}-${at + 1}`,
      name: `${family} ${at + 1}`,
      family,
      tone: at + 1,
      value: `oklch(${lightness.toFixed(2)} ${strength.toFixed(3)} ${hue})`,
    };
  }),
);

export const familyOf = (color: Color): Color[] => COLORS.filter(({ family }) => family === color.family);

/** One color of each family, which represents it in the list. */
export const SAMPLES: Color[] = COLORS.filter(({ tone }) => tone === 6);
