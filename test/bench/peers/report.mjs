/** Writes the figures of a run into docs/comparison.md: the table, the chart and the waterfall beside it. */
import { chartOf } from './chart.mjs';
import { tableOf } from './table.mjs';
import { describeStory } from './waterfall.mjs';

/** @typedef {import('./table.mjs').Row} Row */
/** @typedef {import('./story.mjs').Story} Story */
/** @typedef {{ rows: Row[], machine: string, story?: Story }} Run story: Porch’s first opening in the middle of the run’s */

const BEGIN = '<!-- npm run bench:peers writes from here … -->';
const END = '<!-- … to here -->';
/** The chart's path, from the repository's root. */
export const CHART = 'test/bench/peers/chart.svg';
/** The waterfall's path, from the repository's root. */
export const WATERFALL = 'test/bench/peers/waterfall.svg';

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

/** @param {Run} run @returns {string[]} the paragraphs with the waterfall */
const storyOf = ({ story }) =>
  story
    ? [
        '## A first opening',
        'What Porch loads from a cold click on, in the median visit of this run. Each row begins when the browser requests the file or calls the service. Files that it has already are left out. Messages in a WebSocket are not slowed down.',
        `![${describeStory(story)}](../${WATERFALL})`,
      ]
    : [];

/** @param {string} page @param {Run} run @returns {string} the page with this run's figures */
export const writeInto = (page, run) => {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`The page lacks “${BEGIN}” and “${END}” after it.`);
  const picture = `![What Porch and other widgets cost a page and its visitor](../${CHART})`;
  const text = [BEGIN, picture, run.machine, tableOf(run.rows), ...storyOf(run), ''].join('\n\n');
  return page.slice(0, begin) + text + page.slice(end);
};
