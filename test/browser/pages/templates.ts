import { LOADER, type Row } from './row';

const template = (name: string, file: string, more: Partial<Row> = {}): Row => ({
  name,
  page: { file },
  ...more,
});

const MOTION = 'it plays or loads in its own time';
const NO_VIEWPORT = 'it has no viewport for phones: all of it is small there';

/** Pages as their authors published them on npm. */
export const TEMPLATES: readonly Row[] = [
  template('the résumé of Start Bootstrap', 'startbootstrap-resume/dist/index.html', { everyRun: true }),
  template('the creative page of Start Bootstrap', 'startbootstrap-creative/dist/index.html'),
  template('SB Admin, which is wider than a phone', 'startbootstrap-sb-admin/dist/index.html'),
  template('tables of SB Admin', 'startbootstrap-sb-admin/dist/tables.html', { tag: LOADER }),
  template('SB Admin’s page to log in', 'startbootstrap-sb-admin/dist/login.html'),
  template('SB Admin 2', 'startbootstrap-sb-admin-2/index.html', { moves: MOTION }),
  template('buttons of SB Admin 2', 'startbootstrap-sb-admin-2/buttons.html', { tag: LOADER }),
  template('a simple sidebar', 'startbootstrap-simple-sidebar/dist/index.html'),
  template('Material Dashboard', 'material-dashboard/pages/dashboard.html', { moves: MOTION }),
  template('Material Dashboard’s page to log in', 'material-dashboard/pages/sign-in.html', { tag: LOADER }),
  template('Material Dashboard from right to left', 'material-dashboard/pages/rtl.html', { moves: MOTION }),
  template('Soft UI Dashboard', 'soft-ui-dashboard/pages/dashboard.html', { moves: MOTION }),
  template('Soft UI Dashboard from right to left', 'soft-ui-dashboard/pages/rtl.html', {
    moves: MOTION,
    everyRun: true,
  }),
  template('a profile of Soft UI Dashboard', 'soft-ui-dashboard/pages/profile.html', {
    possibleProblems: [/reading 'classList'/],
  }),
  template('Soft UI Design System', 'soft-ui-design-system/presentation.html', { moves: MOTION }),
  template('HTML5 Boilerplate', 'html5-boilerplate/dist/index.html'),
  template('a presentation of reveal.js', 'reveal.js/demo.html', { moves: MOTION }),
  template('a presentation of impress.js', 'impress.js/index.html', {
    moves: MOTION,
    withoutPhone: 'impress.js scrolls to the top at each tap, without Porch, too',
  }),
  template('Swagger UI', 'swagger-ui-dist/index.html', { withoutPhone: NO_VIEWPORT, moves: MOTION }),
  template('jQuery Mobile with fixed toolbars', 'jquery-mobile/dist/demos/toolbar-fixed/index.html', {
    moves: MOTION,
  }),
  template('jQuery Mobile with a panel', 'jquery-mobile/dist/demos/panel/index.html', { moves: MOTION }),
  template('a list of jQuery Mobile', 'jquery-mobile/dist/demos/listview/index.html', {
    moves: MOTION,
    tag: LOADER,
  }),
  template('Osano’s cookie notice', 'cookieconsent/examples/example-1-themes.html', {
    withoutPhone: NO_VIEWPORT,
  }),
];
