import type { Row } from './row';

const template = (name: string, file: string, more: Partial<Row> = {}): Row => ({
  name,
  page: { file },
  ...more,
});

/** Pages as their authors published them on npm. */
export const TEMPLATES: readonly Row[] = [
  template('the résumé of Start Bootstrap', 'startbootstrap-resume/dist/index.html', { everyRun: true }),
  template('the creative page of Start Bootstrap', 'startbootstrap-creative/dist/index.html'),
  template('SB Admin', 'startbootstrap-sb-admin/dist/index.html', { everyRun: true }),
];
