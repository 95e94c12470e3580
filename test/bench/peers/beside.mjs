/** Measures what follows a click, of several widgets in turns, so that what else the machine does falls on all alike. */
import { median } from '../../../scripts/porch-cost/measure/numbers.mjs';
import { weighVisit } from '../../../scripts/porch-cost/measure/visit.mjs';
import { openingVisit, returningVisit, writingVisit } from './opening.mjs';
import { WAYS } from './visitor.mjs';

/** @typedef {import('./sites.mjs').Opened} Opened */
/** @typedef {import('./story.mjs').Story} Story */
/** @typedef {import('../../../scripts/porch-cost/measure/measure.mjs').Machine} Machine */
/** @typedef {Record<string, number>} Figures by what they are of, such as `live.cold`; NaN for what did not come */
/** @typedef {{ figures: Figures, story?: Story }} Opening */
/** @typedef {(opened: Opened, machine: Machine) => Promise<Opening>} Visit */

/** @param {Story['marks']} marks @param {string} way @returns {Figures} */
const figuresOf = (marks, way) =>
  Object.fromEntries(Object.entries(marks).map(([what, ms]) => [`${what}.${way}`, ms]));

/** @param {Opened} opened @returns {Visit[]} those that find what the widget has */
export const visitsTo = ({ subject, starts, remembers }) => {
  if (!subject.launcher) return [];
  /** @type {Visit[]} */
  const visits = [];
  for (const way of WAYS) {
    if (starts)
      visits.push(async (opened, machine) => {
        const story = await openingVisit(opened, machine, way);
        return { figures: figuresOf(story.marks, way), ...(way === 'cold' && { story }) };
      });
    visits.push(async (opened, machine) => ({
      figures: { [`accepted.${way}`]: await writingVisit(opened, machine, way) },
    }));
  }
  if (remembers)
    visits.push(async (opened, machine) => {
      const { click, load } = await returningVisit(opened, machine);
      return { figures: { 'message.click': click, 'message.load': load } };
    });
  return visits;
};

/** @type {Visit} */
const weigh = async ({ subject }, machine) => {
  const { name, aloneUrl = subject.url } = subject;
  const weighed = await weighVisit(subject, machine);
  const alone = await weighVisit({ name, url: aloneUrl }, machine);
  return { figures: { 'heap.open': (weighed.open - alone.open) / 1024 } };
};

/** @param {readonly Figures[]} all @returns {Figures} the median of each figure; NaN where most visits have none */
export const mediansOf = (all) => {
  const names = [...new Set(all.flatMap((figures) => Object.keys(figures)))];
  return Object.fromEntries(
    names.map((name) => {
      const values = all.flatMap((figures) => (name in figures ? [figures[name] ?? Number.NaN] : []));
      const known = values.filter(Number.isFinite);
      return [name, known.length * 2 > values.length ? median(known) : Number.NaN];
    }),
  );
};

/** @param {readonly Story[]} stories @returns {Story | undefined} the one in the middle, by when the visitor was live */
export const medianStory = (stories) => {
  const known = stories.filter(({ marks }) => Number.isFinite(marks.live));
  return known.sort((a, b) => a.marks.live - b.marks.live)[Math.ceil(known.length / 2) - 1];
};

/** @param {readonly Opening[]} openings @returns {Opening} */
const middleOf = (openings) => ({
  figures: mediansOf(openings.map(({ figures }) => figures)),
  story: medianStory(openings.flatMap(({ story }) => story ?? [])),
});

/** @template T @param {() => Promise<T>} visit @returns {Promise<T>} of a second visit where the first one failed, as long runs should not be lost */
const orOnceMore = (visit) =>
  visit().catch((error) => {
    console.warn(`  once more, as a visit failed: ${error instanceof Error ? error.message : error}`);
    return visit();
  });

/**
 * Makes every visit to each widget, one widget after the other, and begins with another one in each round.
 * @param {readonly Opened[]} widgets
 * @param {Machine} machine
 * @param {{ runs: number, heap?: boolean }} options runs: how many rounds; heap: whether memory is weighed, too
 * @returns {Promise<Opening[]>} the medians of each widget
 */
export const measureInTurns = async (widgets, machine, { runs, heap = false }) => {
  const all = widgets.map((opened) => ({
    opened,
    visits: [...visitsTo(opened), ...(heap ? [weigh] : [])],
    openings: /** @type {Opening[]} */ ([]),
  }));
  // The first visit is not counted: it warms the caches of the server and the system.
  for (const { subject } of widgets) await weighVisit(subject, machine);
  const most = Math.max(...all.map(({ visits }) => visits.length));
  for (let run = 0; run < runs; run++) {
    for (let i = 0; i < most; i++) {
      for (let turn = 0; turn < all.length; turn++) {
        const { opened, visits, openings } = all[(run + turn) % all.length] ?? {};
        const visit = visits?.[i];
        if (opened && visit) openings?.push(await orOnceMore(() => visit(opened, machine)));
      }
    }
  }
  return all.map(({ openings }) => middleOf(openings));
};

/** @param {Figures} ours @param {Figures} old @returns {string} a line for each figure: ours, the old build's, and their ratio */
export const compare = (ours, old) =>
  [
    ['ms; heap in KiB', 'new', 'old', 'new ÷ old'],
    ...Object.entries(ours).map(([name, value]) => {
      const other = old[name] ?? Number.NaN;
      const ratio = value / other;
      const [a, b] = [value, other].map((n) => (Number.isFinite(n) ? n.toFixed(0) : '–'));
      return [name, a, b, Number.isFinite(ratio) ? ratio.toFixed(2) : '–'];
    }),
  ]
    .map(
      ([name = '', ...cells]) =>
        `  ${name.padEnd(20)}${cells.map((cell = '') => cell.padStart(10)).join('')}`,
    )
    .join('\n');
