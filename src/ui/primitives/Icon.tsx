import { CLOSE_PATH } from '../../model/iconPaths';
import { Drawing } from './Drawing';

/** The icons of the card's core as path data, on a 20 px grid. A feature draws its own with `Drawing`. */
const PATHS = {
  close: CLOSE_PATH,
  back: 'M12.5 4l-6 6 6 6',
  more: 'M4.5 10h.5M9.75 10h.5M15 10h.5',
  file: 'M15.5 9.5l-5.8 5.8a3.6 3.6 0 0 1-5.1-5.1l6.2-6.2a2.4 2.4 0 0 1 3.4 3.4l-6 6a1.2 1.2 0 0 1-1.7-1.7l5.3-5.3',
  emoji: 'M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM7.3 8v.01M12.7 8v.01M6.8 11.8a3.7 3.7 0 0 0 6.4 0',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon without an accessible name; its button has one. */
export const Icon = ({ name }: { name: IconName }) => <Drawing path={PATHS[name]} />;
