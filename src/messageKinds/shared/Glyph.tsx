import { Drawing } from '../../ui/primitives/Drawing';

/**
 * Icons of the rich messages, in the style of `primitives/Icon.tsx`. Kept apart, because most visitors never
 * need them.
 */
const PATHS = {
  out: 'M8 4H4v12h12v-4M11 4h5v5M16 4l-7 7',
  pin: 'M10 17.5s5.5-5 5.5-9.2a5.5 5.5 0 0 0-11 0c0 4.2 5.5 9.2 5.5 9.2zM10 10v.01',
  file: 'M5 2.5h6l4 4v11H5zM11 2.5v4h4',
  picture: 'M3 4h14v12H3zM3 13l4-4 4 4 2.5-2.5L17 14M13 7.5v.01',
  sound: 'M8 15.5V5l8-1.5V14M8 15.5a2.2 2.2 0 1 1-.1-.5M16 14a2.2 2.2 0 1 1-.1-.5',
  film: 'M3 5h10v10H3zM13 9l4-2.5v7L13 11',
  back: 'M12.5 4.5 7 10l5.5 5.5',
  on: 'M7.5 4.5 13 10l-5.5 5.5',
  close: 'M5 5l10 10M15 5L5 15',
} as const;

export type GlyphName = keyof typeof PATHS;

/** An icon without an accessible name; the element around it has one. */
export const Glyph = ({ name }: { name: GlyphName }) => <Drawing path={PATHS[name]} />;
