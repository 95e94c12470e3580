import { contrast, createPalette, type Palette, type Rgb } from '@porch/messenger/model/palette';
import { type ColorName, type Colors, parseColor } from '@porch/messenger/wire/theme';
import { COLOR_FIELDS } from './colourFields';

/** What the agent should know about a colour. `sample` is how text in it, or on it, will look. */
export type ContrastNote = { warning: boolean; words: string; sample?: { surface: string; ink: string } };

const TEXT = 4.5;
const SHAPE = 3;

/** A colour as `#rrggbb`. */
export const hexOf = (color: readonly number[]): string =>
  `#${color
    .slice(0, 3)
    .map((part) => Math.round(part).toString(16).padStart(2, '0'))
    .join('')}`;

/** '4.5 to 1', rounded down, so that too little never looks like enough. */
const ratioWords = (ratio: number): string => `${Math.floor(ratio * 10) / 10} to 1`;

type Part = { name: string; surface: Rgb; ink: Rgb };

/** The surface that a colour fills, with the text on it. */
const surfaceOf = (name: ColorName, p: Palette): Part | undefined => {
  const part = (words: string, pair: { surface: Rgb; ink: Rgb } | undefined) =>
    pair && { name: words, surface: pair.surface, ink: pair.ink };
  const parts: Partial<Record<ColorName, Part | undefined>> = {
    primary: part('the header', p.header),
    message: part('messages of visitors', p.message),
    action: part('buttons', p.action),
    background: part('the background', p.main),
    businessMessage: part('messages of agents', p.business),
    card: part('cards', p.card),
    elevated: part('menus', p.elevated),
    notify: part('the number', p.notify),
    success: part('success', p.success),
  };
  return parts[name];
};

/** The surface that a text colour is for. */
const OF_TEXT: Partial<Record<ColorName, ColorName>> = {
  onPrimary: 'primary',
  onMessage: 'message',
  onAction: 'action',
  onBusinessMessage: 'businessMessage',
  onBackground: 'background',
  onNotify: 'notify',
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
    const words = `Buttons in this colour hardly stand out from the window: ${ratioWords(apart)}. They need 3 to 1.`;
    return { warning: true, words, sample };
  }
  return { warning: false, words: `Text on it: ${ratioWords(contrast(part.ink, part.surface))}`, sample };
};

const noteOf = (name: ColorName, colors: Colors, palette: Palette): ContrastNote | undefined => {
  const part = surfaceOf(name, palette);
  if (part) return surfaceNote(name, part, palette);
  const wanted = plain(colors[name]);
  if (!wanted) return undefined;
  const { main, alert } = palette;
  if (name === 'error') return textNote(wanted, main.surface, main.error, 'the background');
  if (name === 'onSecondaryAction') return textNote(wanted, main.surface, main.secondary, 'the background');
  if (name === 'onError') return alert && textNote(wanted, alert.surface, alert.ink, 'errors');
  const below = surfaceOf(OF_TEXT[name] as ColorName, palette);
  return below && textNote(wanted, below.surface, below.ink, below.name);
};

/**
 * Notes for the colours that are set, by their path. Of two schemes, the one with a warning counts.
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
