import type { PartDeps } from '../../conversation/featureDeps';
import { Reader } from './Reader';

/**
 * Scrollback for a log longer than its window: earlier pages, a stable scroll position, and a jump to the
 * end.
 */
export const createPart = (_deps: PartDeps) => Reader;
