import type { PartDeps } from '../../featureDeps';
import { Counter } from './Counter';

/** The count of remaining characters, shown near the limit. */
export const createPart = (_deps: PartDeps) => Counter;
