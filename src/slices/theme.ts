import { type Signal, signal } from '@preact/signals-react';
import { type ColorPair, readablePair } from '../model/contrast';
import type { FrameStyles } from '../platform/sheets';
import type { MessengerConfig } from '../wire/config';

/** DESIGN.md section 6: "defaults green for action and dark green for the visitor's messages". */
export const DEFAULT_COLORS = { action: '#0a7d4f', message: '#0d4a36' };

/** All of the look but three colours. */
export type ThemePart = {
  /** FACTS.md 1.5. @param misuse told what is wrong with it; then nothing changes */
  customize(value: unknown, misuse: (message: string) => void): Promise<void>;
  /** Resolves when there is all that the configuration asks for. */
  ready: Promise<unknown>;
};

export type Theme = {
  primary?: ColorPair;
  message: ColorPair;
  action: ColorPair;
  /** The styles of every frame that a card is drawn into. */
  frames: Signal<readonly FrameStyles[]>;
  /** Of which there is one a messenger, once something asks for it. */
  part?: ThemePart;
};

/**
 * SPEC.md section 3 'Theme': what most publishers set, each colour with the text colour that reads on it. Anything else of it
 * is drawn by a part (customization.ts). The header is coloured where a primary colour is given.
 */
export const createTheme = ({ action, color }: MessengerConfig): Theme => ({
  primary: color.primary ? readablePair(color.primary, DEFAULT_COLORS.action) : undefined,
  message: readablePair(color.message, DEFAULT_COLORS.message),
  action: readablePair(action, DEFAULT_COLORS.action),
  frames: signal([]),
});
