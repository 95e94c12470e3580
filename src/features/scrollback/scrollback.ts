import { ScrollbackView } from './ScrollbackView';

/**
 * Scrollback for a log longer than its window: earlier pages, a stable scroll position, and a jump to the
 * end.
 */
export const createScrollback = () => ScrollbackView;
