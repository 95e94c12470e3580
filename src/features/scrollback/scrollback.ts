import type { FeatureDeps } from '../../conversation/featureDeps';
import { Reader } from './Reader';

/**
 * Scrollback for a log longer than its window: earlier pages, a stable scroll position, and a jump to the
 * end.
 */
export const createScrollback = (_deps: FeatureDeps) => Reader;
