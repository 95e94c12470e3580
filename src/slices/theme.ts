import { type ColorPair, readablePair } from '../model/contrast';
import type { MessengerConfig } from '../wire/config';

/** DESIGN.md section 6: "defaults green for action and dark green for the visitor's messages". */
export const DEFAULT_COLORS = { action: '#0a7d4f', message: '#0d4a36' };

export type Theme = { primary: ColorPair; message: ColorPair; action: ColorPair; borderRadius: number };

/** SPEC.md section 3 'Theme', from the configuration; each colour with the text colour that reads on it. */
export const createTheme = ({ action, color, borderRadius }: MessengerConfig): Theme => ({
  primary: readablePair(color.primary ?? action, DEFAULT_COLORS.action),
  message: readablePair(color.message, DEFAULT_COLORS.message),
  action: readablePair(action, DEFAULT_COLORS.action),
  borderRadius,
});
