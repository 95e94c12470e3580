import { Reader } from '../ui/messageLog/reader/Reader';
import type { PartDeps } from './deps';

/**
 * Scrollback for a log longer than its window: earlier pages, a stable scroll position, and a jump to the
 * end.
 */
export const createPart = (_deps: PartDeps) => Reader;
