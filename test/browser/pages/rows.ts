import { LIBRARIES } from './libraries';
import type { Row } from './row';
import { TEMPLATES } from './templates';

/** All pages. */
export const ROWS: readonly Row[] = [...TEMPLATES, ...LIBRARIES];
