import { Reader } from '../ui/messageLog/reader/Reader';
import type { PartDeps } from './deps';

/** What a log that is longer than its window needs: its earlier pages, a steady place in it, and the way to its end. */
export const createPart = (_deps: PartDeps) => Reader;
