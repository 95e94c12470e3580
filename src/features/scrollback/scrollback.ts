import { Scrollback } from './Scrollback';

/**
 * Scrollback for a log longer than its window: earlier pages, a stable scroll position, and a jump to the
 * end.
 */
export const createScrollback = () => Scrollback;
