import { type Json, num, obj, str } from './decode';

/** Red, green and blue as integers from 0 to 255, and alpha from 0 to 1. */
export type Rgba = readonly [number, number, number, number];

/** The colors that a publisher may set. */
export const COLOR_NAMES = [
  'primary',
  'onPrimary',
  'message',
  'onMessage',
  'action',
  'onAction',
  'businessMessage',
  'onBusinessMessage',
  'background',
  'onBackground',
  'card',
  'main',
  'elevated',
  'error',
  'onError',
  'success',
  'notify',
  'onNotify',
  'onSecondaryAction',
] as const;
export type ColorName = (typeof COLOR_NAMES)[number];
export type Colors = Partial<Record<ColorName, Rgba>>;

const SCHEMES = ['light', 'dark', 'auto'] as const;
const PRESETS = ['default', 'minimalistic'] as const;

/**
 * A publisher's changes to the look, from the configuration or from an API call. An absent field changes
 * nothing.
 */
export type Customization = {
  colors: Colors;
  scheme?: (typeof SCHEMES)[number];
  /** Size of the base font, in CSS pixels. */
  fontSize?: number;
  /** Radius of the window's corners, in CSS pixels; bubbles and controls scale with it. */
  borderRadius?: number;
  stylingPreset?: (typeof PRESETS)[number];
  /** Label overrides by their key in `locales/`. */
  labels: Record<string, string>;
};

const HEX = /^#?(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const NUMBER = /^\d{1,3}(?:\.\d{1,6})?%?$/;

const fromHex = (text: string): Rgba => {
  const digits = text.replace('#', '');
  const long = digits.length < 5 ? digits.replace(/./g, '$&$&') : digits;
  const [r, g, b, a = 255] = (long.match(/../g) as string[]).map((pair) => Number.parseInt(pair, 16));
  return [r, g, b, a / 255] as unknown as Rgba;
};

/**
 * Parses a color in hex (3, 4, 6 or 8 digits, with or without '#'), `rgb()`, `rgba()` or 'transparent'. The
 * result is numbers, so no text from outside reaches a style sheet.
 */
export const parseColor = (value: unknown): Rgba | undefined => {
  const text = str(value)?.trim().toLowerCase();
  if (!text || text.length > 80) return undefined;
  if (text === 'transparent') return [0, 0, 0, 0];
  if (HEX.test(text)) return fromHex(text);
  const inner = /^rgba?\(([^()]*)\)$/.exec(text)?.[1]?.trim();
  const parts = inner?.split(/\s*[,/]\s*|\s+/);
  if (!parts || parts.length < 3 || parts.length > 4 || !parts.every((part) => NUMBER.test(part)))
    return undefined;
  const read = (part: string, whole: number) =>
    Math.min(1, Number.parseFloat(part) / (part.endsWith('%') ? 100 : whole));
  const [r, g, b] = parts.map((part) => Math.round(255 * read(part, 255))) as [number, number, number];
  return [r, g, b, read(parts[3] ?? '1', 1)];
};

const BESIDES_COLORS = ['scheme', 'fontSize', 'borderRadius'];
/** The longest label override, in characters. */
const LONGEST_LABEL = 500;

/**
 * Decodes a customization object, or the configuration's messenger block, which uses the same names plus
 * `color`.
 * @returns the settings that could be read, and one sentence for each that could not
 */
export const decodeCustomization = (
  value: unknown,
): { customization: Customization; problems: readonly string[] } => {
  const problems: string[] = [];
  const v = obj(value);
  const part = (name: string): Json => {
    if (v[name] !== undefined && obj(v[name]) !== v[name]) problems.push(`${name} must be an object.`);
    return obj(v[name]);
  };
  const read = <T>(path: string, given: unknown, wanted: string, decode: (v: unknown) => T | undefined) => {
    const decoded = given === undefined ? undefined : decode(given);
    if (given !== undefined && decoded === undefined) problems.push(`${path} must be ${wanted}.`);
    return decoded;
  };
  const between = (path: string, given: unknown, low: number, high: number) =>
    read(path, given, `a number from ${low} to ${high}`, (v) => {
      const n = num(v);
      return n !== undefined && n >= low && n <= high ? n : undefined;
    });

  const color = part('color');
  const theme = part('theme');
  // `layout.ts` reports other problems in `common`.
  const common = obj(v.common);
  const colors: Colors = {};
  for (const [from, path] of [
    [color, 'color'],
    [theme, 'theme'],
  ] as const) {
    for (const [key, given] of Object.entries(from)) {
      const name = COLOR_NAMES.find((n) => n === key);
      const parsed = name && read(`${path}.${key}`, given, 'a hex or rgb color', parseColor);
      if (parsed) colors[name] = parsed;
      else if (!name && from === theme && !BESIDES_COLORS.includes(key))
        problems.push(`${path}.${key} is unknown.`);
    }
  }
  const labels: Record<string, string> = {};
  for (const [key, given] of Object.entries(part('labels'))) {
    const known = /^[a-z][\w.]{0,80}$/i.test(key);
    const label = read(`labels.${key.slice(0, 80)}`, given, 'a string', (v) => {
      const text = str(v);
      return known && text?.trim() && text.length <= LONGEST_LABEL ? text : undefined;
    });
    if (label) labels[key] = label;
  }
  const customization = {
    colors,
    scheme: read('theme.scheme', theme.scheme, 'light, dark or auto', (v) => SCHEMES.find((s) => s === v)),
    fontSize: between('theme.fontSize', theme.fontSize, 12, 24),
    borderRadius: between('theme.borderRadius', theme.borderRadius ?? v.borderRadius, 0, 20),
    stylingPreset: read('common.stylingPreset', common.stylingPreset, 'default or minimalistic', (v) =>
      PRESETS.find((p) => p === v),
    ),
    labels,
  };
  return { customization, problems };
};

/** Merges two customizations; fields that `overrides` leaves out keep their value from `base`. */
export const layCustomization = (base: Customization, overrides: Customization): Customization => {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return {
    ...base,
    ...Object.fromEntries(given),
    colors: { ...base.colors, ...overrides.colors },
    labels: { ...base.labels, ...overrides.labels },
  };
};

/** Whether the value holds layout settings, which `layout.ts` decodes. */
export const isArranged = (value: unknown): boolean =>
  ['common', 'conversationList', 'messageLog', 'position'].some((name) => obj(value)[name] !== undefined);
