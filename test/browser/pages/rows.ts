import { CONTENT } from './content';
import { LIBRARIES } from './libraries';
import { OLD_LIBRARIES } from './oldLibraries';
import { POLICIES } from './policies';
import { REWRITES } from './rewrites';
import type { Row } from './row';
import { SCRIPTS } from './scripts';
import { STYLES } from './styles';
import { TEMPLATES } from './templates';

/** All pages. */
export const ROWS: readonly Row[] = [
  ...TEMPLATES,
  ...LIBRARIES,
  ...OLD_LIBRARIES,
  ...SCRIPTS,
  ...STYLES,
  ...REWRITES,
  ...POLICIES,
  ...CONTENT,
];
