/** Writes the figures of a run into docs/comparison.md: the table, and the chart beside it. */
import { chartOf } from './chart.mjs';
import { tableOf } from './table.mjs';

/** @typedef {import('./table.mjs').Row} Row */
/** @typedef {{ rows: Row[], machine: string }} Run */

const BEGIN = '<!-- npm run bench:peers writes from here … -->';
const END = '<!-- … to here -->';
/** The chart's path, from the repository's root. */
export const CHART = 'test/bench/peers/chart.svg';

/** @type {(import('./chart.mjs').Panel & { value: (row: Row) => number | undefined })[]} */
const PANELS = [
  {
    title: 'Everything loaded before intent',
    unit: 'kB',
    digits: 1,
    value: ({ measured }) => measured.cold.before.bytes / 1000,
  },
  {
    title: 'Launcher shown after',
    unit: 'ms',
    digits: 0,
    value: ({ measured }) => measured.cold.launcherTime,
  },
  {
    title: 'Script until the launcher',
    unit: 'ms',
    digits: 0,
    value: ({ measured }) => measured.cold.script,
  },
  {
    title: 'Heap of the closed widget',
    unit: 'MiB',
    digits: 2,
    value: ({ measured }) => (measured.heap ? measured.heap.closed / 2 ** 20 : undefined),
  },
  {
    title: 'Click to writing, cold',
    unit: 'ms',
    digits: 0,
    value: ({ measured }) => measured.cold.clickToWriting,
  },
  {
    title: 'Click to the finished card, cold',
    unit: 'ms',
    digits: 0,
    value: ({ measured }) => measured.cold.clickToCard,
  },
];

/** @param {Run} run @returns {string} the SVG */
export const drawChart = ({ rows }) => {
  const widgets = rows.map((row) => ({
    name: row.measured.name,
    // JSON has no NaN: a figure that a widget does not have comes back as null.
    values: PANELS.map(({ value }) => {
      const figure = value(row);
      return typeof figure === 'number' && Number.isFinite(figure) ? figure : undefined;
    }),
  }));
  return chartOf(
    PANELS,
    widgets,
    'What Porch and other widgets cost a page and its visitor; the table has the figures.',
  );
};

/** @param {string} page @param {Run} run @returns {string} the page with this run's figures */
export const writeInto = (page, run) => {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page lacks “${BEGIN}” and “${END}” after it.`);
  const picture = `![What Porch and other widgets cost a page and its visitor](../${CHART})`;
  const text = [BEGIN, picture, run.machine, tableOf(run.rows), ''].join('\n\n');
  return page.slice(0, begin) + text + page.slice(end);
};
