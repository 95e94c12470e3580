import { LIBRARIES } from './libraries';
import { POLICIES } from './policies';
import type { Row } from './row';
import { SCRIPTS } from './scripts';
import { STYLES } from './styles';
import { TEMPLATES } from './templates';

/** All pages. */
export const ROWS: readonly Row[] = [...TEMPLATES, ...LIBRARIES, ...SCRIPTS, ...STYLES, ...POLICIES];
