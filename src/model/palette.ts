import type { Colors, Rgba } from '../wire/theme';
import { luminance } from './contrast';
import { Dark, Light } from './defaultColors';

/** Red, green and blue as integers, as painted. */
export type Rgb = readonly [number, number, number];

/**
 * The colors used on one surface. Text has a contrast of 4.5:1 or better, also on `hover`; the rest has 3:1.
 */
export type Scope = {
  surface: Rgb;
  ink: Rgb;
  quiet: Rgb;
  error: Rgb;
  /** The border of inputs and choices. */
  field: Rgb;
  /** The ring around the focus, and the action color where it is drawn on the surface itself. */
  accent: Rgb;
  /** The text of secondary buttons. */
  secondary: Rgb;
  /** The surface under the pointer. */
  hover: Rgb;
  /** Decorative lines, without a contrast requirement. */
  line: Rgb;
};

export type Palette = {
  dark: boolean;
  main: Scope;
  elevated: Scope;
  card: Scope;
  business: Scope;
  message: Scope;
  header: Scope;
  action: Pair;
  notify: Pair;
  /** Colors of a failed message, when the publisher sets its text color; otherwise text in the error color is used. */
  alert?: Pair;
  /** Colors of a success message, when the publisher sets them. */
  success?: Pair;
};

type Pair = { surface: Rgb; ink: Rgb };

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number(`0x${hex.slice(at, at + 2)}`)) as never;

const LIGHT = {
  surface: rgb(Light.surface),
  elevated: rgb(Light.elevated),
  business: rgb(Light.business),
  ink: rgb(Light.ink),
  quiet: rgb(Light.quiet),
  error: rgb(Light.error),
  field: rgb(Light.field),
  message: rgb(Light.message),
  action: rgb(Light.action),
};
const DARK = {
  surface: rgb(Dark.surface),
  elevated: rgb(Dark.elevated),
  business: rgb(Dark.business),
  ink: rgb(Dark.ink),
  quiet: rgb(Dark.quiet),
  error: rgb(Dark.error),
  field: rgb(Dark.field),
  message: rgb(Dark.message),
  action: rgb(Dark.action),
};

// Slightly above WCAG's 4.5 and 3, because the luminance of very dark colors is approximate.
const TEXT = 4.58;
const SHAPE = 3.05;

/** The contrast ratio of WCAG 2. */
export const contrast = (a: Rgb, b: Rgb): number => {
  const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05];
  return x > y ? x / y : y / x;
};

/** @param share the part of `b`, from 0 to 1 */
const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  a.map((v, i) => Math.round(v + ((b[i] as number) - v) * share)) as unknown as Rgb;

const flatten = ([r, g, b, a]: Rgba, under: Rgb): Rgb => mix(under, [r, g, b], a);

/** The nearest color, on the way to black or white, that reaches `ratio` on every surface of `on`. */
const reach = (color: Rgb, on: readonly Rgb[], ratio: number): Rgb => {
  const worst = (c: Rgb) => Math.min(...on.map((surface) => contrast(c, surface)));
  for (let step = 0; step < 20; step++) {
    for (const pole of [BLACK, WHITE]) {
      const candidate = mix(color, pole, step / 20);
      if (worst(candidate) >= ratio) return candidate;
    }
  }
  return worst(BLACK) > worst(WHITE) ? BLACK : WHITE;
};

const pair = (surface: Rgb, ink: Rgba | undefined, preferred: Rgb): Pair => ({
  surface,
  ink: reach(ink ? flatten(ink, surface) : preferred, [surface], TEXT),
});

/** The contrast at which text reads comfortably. */
const WELL = 7;

/**
 * The scheme's text color where it reads comfortably on the surface, else the better of both schemes' text
 * colors.
 */
const inkOn = (surface: Rgb, preferred: Rgb): Rgb => {
  if (contrast(preferred, surface) >= WELL) return preferred;
  const on = (ink: Rgb) => contrast(ink, surface);
  return on(LIGHT.ink) > on(DARK.ink) ? LIGHT.ink : DARK.ink;
};

/** White where it is readable on the surface, else black. */
const partner = (surface: Rgb): Rgb => (contrast(WHITE, surface) >= TEXT ? WHITE : BLACK);

/** The background, and whether it is dark. */
const createGround = (colors: Colors, dark: boolean) => {
  const given = colors.background ?? colors.main;
  const plain = rgb(dark ? Dark.surface : Light.surface);
  const surface = given ? flatten(given, plain) : plain;
  const night = given ? contrast(surface, WHITE) > contrast(surface, BLACK) : dark;
  const header = colors.primary ? flatten(colors.primary, surface) : surface;
  return { given, surface, night, header };
};

/** The colors of the elements outside the cards. A pair exists only if the publisher set its color. */
export const createOuterPalette = (colors: Colors, dark: boolean) => {
  const { surface, header } = createGround(colors, dark);
  const outer = (wanted: Rgba | undefined, ink: Rgba | undefined, usual: Rgb): Pair | undefined => {
    const on = wanted ? flatten(wanted, surface) : usual;
    return wanted || ink ? pair(on, ink, partner(on)) : undefined;
  };
  return {
    surface,
    header,
    action: outer(colors.action, colors.onAction, rgb(Light.action)),
    notify: outer(colors.notify, colors.onNotify, rgb(Light.badge)),
  };
};

/**
 * Derives every color that the cards draw from the few that a publisher sets.
 * @param dark the scheme; a background set by the publisher overrides it
 */
export const createPalette = (colors: Colors, dark: boolean): Palette => {
  const { given, surface, night, header } = createGround(colors, dark);
  const base = night ? DARK : LIGHT;
  const own = given && given[3] > 0;

  const onSurface = (color: Rgba | undefined, fallback: Rgb): Rgb =>
    color ? flatten(color, surface) : fallback;
  const action = onSurface(colors.action, base.action);
  const error = onSurface(colors.error, base.error);

  const scope = (on: Rgb, wanted: Rgba | undefined, preferred: Rgb): Scope => {
    const { ink } = pair(on, wanted, preferred);
    // Shift towards the text while it stays readable, else away from it.
    const near = mix(on, ink, 0.06);
    const away = luminance(ink) > luminance(on) ? BLACK : WHITE;
    const hover = contrast(near, ink) >= TEXT + 0.4 ? near : mix(on, away, 0.06);
    const both = [on, hover];
    // The quiet text and borders of the defaults are designed for the default surface; others are derived.
    const usual = `${on}` === `${base.surface}`;
    return {
      surface: on,
      ink,
      hover,
      quiet: reach(usual ? base.quiet : mix(ink, on, 0.3), both, TEXT),
      error: reach(error, both, TEXT),
      field: reach(usual ? base.field : mix(on, ink, 0.4), both, SHAPE),
      accent: reach(action, both, SHAPE),
      secondary: colors.onSecondaryAction ? reach(flatten(colors.onSecondaryAction, on), both, TEXT) : ink,
      line: mix(on, ink, 0.12),
    };
  };

  const main = scope(surface, colors.onBackground, inkOn(surface, base.ink));
  const text = colors.onBackground;
  const elevatedSurface = onSurface(
    colors.elevated,
    own ? mix(surface, WHITE, night ? 0.06 : 0.6) : base.elevated,
  );
  const cardSurface = onSurface(colors.card, elevatedSurface);
  const businessSurface = onSurface(
    colors.businessMessage,
    own ? mix(surface, main.ink, night ? 0.1 : 0.07) : base.business,
  );
  const message = onSurface(colors.message, base.message);
  const actionPair = pair(action, colors.onAction, partner(action));
  const notify = onSurface(colors.notify, action);
  const success = onSurface(colors.success, action);
  return {
    dark: night,
    main,
    elevated: scope(elevatedSurface, text, inkOn(elevatedSurface, main.ink)),
    card: scope(cardSurface, text, inkOn(cardSurface, main.ink)),
    business: scope(businessSurface, colors.onBusinessMessage, inkOn(businessSurface, main.ink)),
    message: scope(message, colors.onMessage, partner(message)),
    header: scope(
      header,
      colors.onPrimary ?? (colors.primary ? undefined : text),
      colors.primary ? partner(header) : main.ink,
    ),
    action: actionPair,
    notify: pair(notify, colors.onNotify, colors.notify ? partner(notify) : actionPair.ink),
    alert: colors.onError && pair(error, colors.onError, partner(error)),
    success: colors.success && pair(success, undefined, partner(success)),
  };
};
