import { made, type Row, script, sheet } from './row';

const navigation = (name: string, head: string, more: Partial<Row> = {}) =>
  made(name, { head, body: '<a id="next" href="next.html">On</a>' }, more);

/** Pages of 30 paragraphs with a library. */
export const LIBRARIES: readonly Row[] = [
  made('Bootstrap 5', {
    head: sheet('bootstrap/dist/css/bootstrap.min.css') + script('bootstrap/dist/js/bootstrap.bundle.min.js'),
  }),
  made('Bulma', { head: sheet('bulma/css/bulma.min.css') }),
  made('Zone.js', { head: script('zone.js/bundles/zone.umd.min.js') }),
];
