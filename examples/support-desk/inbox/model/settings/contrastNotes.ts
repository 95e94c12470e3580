import { contrast, createPalette, type Palette, type Rgb } from '@porch/messenger/model/palette';
import { type ColorName, type Colors, parseColor } from '@porch/messenger/wire/theme';
import { COLOR_FIELDS, type FieldName } from './colorFields';

/** A note about a color for the agent. `sample` shows how text in it, or on it, will look. */
export type ContrastNote = { warning: boolean; words: string; sample?: { surface: string; ink: string } };

const TEXT = 4.5;
const SHAPE = 3;

/** A color as `#rrggbb`. */
export const hexOf = (color: readonly number[]): string =>
  `#${color
    .slice(0, 3)
    .map((part) => Math.round(part).toString(16).padStart(2, '0'))
    .join('')}`;

/** '4.5 to 1', rounded down, so that a low contrast never looks sufficient. */
const ratioWords = (ratio: number): string => `${Math.floor(ratio * 10) / 10} to 1`;

type Part = { name: string; surface: Rgb; ink: Rgb };

/** The surface in a color, and the text on it. */
type Surface = (palette: Palette) => Part | undefined;

const filled =
  (name: string, pairOf: (palette: Palette) => { surface: Rgb; ink: Rgb } | undefined): Surface =>
  (palette) => {
    const pair = pairOf(palette);
    return pair && { name, surface: pair.surface, ink: pair.ink };
  };

const SURFACES = {
  primary: filled('the header', (p) => p.header),
  message: filled('messages of visitors', (p) => p.message),
  action: filled('buttons', (p) => p.action),
  background: filled('the background', (p) => p.main),
  businessMessage: filled('messages of agents', (p) => p.business),
  card: filled('cards', (p) => p.card),
  elevated: filled('menus', (p) => p.elevated),
  notify: filled('the number', (p) => p.notify),
  success: filled('success', (p) => p.success),
} satisfies Partial<Record<ColorName, Surface>>;

/** The surface under a text color, and the color that visitors see. */
type Text = (palette: Palette) => Part | undefined;

/** The rule of each color that is not a surface. A missing one does not compile. */
const TEXTS: Record<Exclude<FieldName, keyof typeof SURFACES>, Text> = {
  onPrimary: SURFACES.primary,
  onMessage: SURFACES.message,
  onAction: SURFACES.action,
  onBusinessMessage: SURFACES.businessMessage,
  onBackground: SURFACES.background,
  onNotify: SURFACES.notify,
  error: ({ main }) => ({ name: 'the background', surface: main.surface, ink: main.error }),
  onSecondaryAction: ({ main }) => ({ name: 'the background', surface: main.surface, ink: main.secondary }),
  onError: filled('errors', (p) => p.alert),
};

const plain = (color: Colors[ColorName]): Rgb | undefined =>
  color && color[3] === 1 ? [color[0], color[1], color[2]] : undefined;

const textNote = (wanted: Rgb, surface: Rgb, shown: Rgb, where: string): ContrastNote => {
  const ratio = contrast(wanted, surface);
  const sample = { surface: hexOf(surface), ink: hexOf(shown) };
  if (ratio >= TEXT) return { warning: false, words: `Contrast ${ratioWords(ratio)}`, sample };
  const words = `Too little contrast with ${where}: ${ratioWords(ratio)}. Visitors see ${hexOf(shown)}, which has ${ratioWords(contrast(shown, surface))}.`;
  return { warning: true, words, sample };
};

const surfaceNote = (name: ColorName, part: Part, palette: Palette): ContrastNote => {
  const sample = { surface: hexOf(part.surface), ink: hexOf(part.ink) };
  const apart = contrast(part.surface, palette.main.surface);
  if (name === 'action' && apart < SHAPE) {
    const words = `Buttons in this color hardly stand out from the window: ${ratioWords(apart)}. They need 3 to 1.`;
    return { warning: true, words, sample };
  }
  return { warning: false, words: `Text on it: ${ratioWords(contrast(part.ink, part.surface))}`, sample };
};

const noteOf = (name: FieldName, colors: Colors, palette: Palette): ContrastNote | undefined => {
  if (name in SURFACES) {
    const part = SURFACES[name as keyof typeof SURFACES](palette);
    return part && surfaceNote(name, part, palette);
  }
  const wanted = plain(colors[name]);
  const below = wanted && TEXTS[name as keyof typeof TEXTS](palette);
  return below && textNote(wanted, below.surface, below.ink, below.name);
};

/**
 * Notes for the colors that are set, by path. A warning in either scheme counts.
 * @param read the value of a setting
 */
export const contrastNotes = (read: (path: string) => unknown): ReadonlyMap<string, ContrastNote> => {
  const colors: Colors = {};
  for (const { path, name } of COLOR_FIELDS) colors[name] = parseColor(read(path)) ?? colors[name];
  const scheme = read('messenger/theme/scheme');
  const schemes = scheme === 'dark' ? [true] : scheme === 'auto' ? [false, true] : [false];
  const palettes = schemes.map((dark) => createPalette(colors, dark));
  const notes = new Map<string, ContrastNote>();
  for (const { path, name } of COLOR_FIELDS) {
    if (!colors[name]) continue;
    const found = palettes.flatMap((palette) => noteOf(name, colors, palette) ?? []);
    const note = found.find(({ warning }) => warning) ?? found[0];
    if (note) notes.set(path, note);
  }
  return notes;
};
