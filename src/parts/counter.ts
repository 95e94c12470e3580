import { Counter } from '../ui/composer/tools/Counter';
import type { PartDeps } from './deps';

/** How much more may be written, near the limit. */
export const createPart = (_deps: PartDeps) => Counter;
