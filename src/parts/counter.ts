import { Counter } from '../ui/composer/tools/Counter';
import type { PartDeps } from './deps';

/** The count of remaining characters, shown near the limit. */
export const createPart = (_deps: PartDeps) => Counter;
