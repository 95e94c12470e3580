/** Measures several widgets in turns, so that what else the machine does falls on each of them alike. */
import { median } from '../../../src/npm/cost/measure/numbers.mjs';
import { weighVisit } from '../../../src/npm/cost/measure/visit.mjs';
import { openingVisit, WAYS } from './opening.mjs';

/** @typedef {import('./sites.mjs').Opened} Opened */
/** @typedef {import('../../../src/npm/cost/measure/measure.mjs').Machine} Machine */
/** @typedef {Record<string, number>} Figures by what they are of */
/** @typedef {(opened: Opened, machine: Machine) => Promise<Figures>} Visit */

/** @type {Visit[]} */
const VISITS = [
  ...WAYS.flatMap((way) => {
    /** @type {Visit[]} */
    const both = [
      async (opened, machine) => {
        const { accepted: _none, ...times } = await openingVisit(opened, machine, { way });
        return Object.fromEntries(
          Object.entries(times).map(([what, ms]) => [`click → ${what}, ${way}, ms`, ms]),
        );
      },
      async (opened, machine) => {
        const { accepted } = await openingVisit(opened, machine, { way, writes: true });
        return { [`click → accepted, ${way}, ms`]: accepted };
      },
    ];
    return both;
  }),
  async ({ subject }, machine) => {
    const weighed = await weighVisit(subject, machine);
    const { name, aloneUrl = subject.url } = subject;
    const alone = await weighVisit({ name, url: aloneUrl }, machine);
    return { 'heap above the page’s, open, KiB': (weighed.open - alone.open) / 1024 };
  },
];

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

/**
 * Makes every visit to each widget, one widget after the other, and begins with another one in each round.
 * @param {readonly Opened[]} widgets
 * @param {Machine} machine
 * @param {number} runs how many rounds
 * @returns {Promise<Figures[]>} the medians of each widget
 */
export const measureInTurns = async (widgets, machine, runs) => {
  /** @type {Figures[][]} */
  const all = widgets.map(() => []);
  // The first visit is not counted: it warms the caches of the server and the system.
  for (const { subject } of widgets) await weighVisit(subject, machine);
  for (let run = 0; run < runs; run++) {
    for (const visit of VISITS) {
      for (let turn = 0; turn < widgets.length; turn++) {
        const at = (run + turn) % widgets.length;
        const opened = widgets[at];
        if (opened) all[at]?.push(await visit(opened, machine));
      }
    }
    console.log(`  round ${run + 1} of ${runs}`);
  }
  return all.map(mediansOf);
};

/** @param {Figures} ours @param {Figures} old @returns {string} a line for each figure: ours, the old build's, and their ratio */
export const compare = (ours, old) =>
  Object.entries(ours)
    .map(([name, value]) => {
      const other = old[name] ?? Number.NaN;
      const [a, b] = [value, other].map((n) => (Number.isFinite(n) ? n.toFixed(0) : '–').padStart(7));
      const ratio = value / other;
      return `  ${name.padEnd(38)} ${a} ${b} ${(Number.isFinite(ratio) ? ratio.toFixed(2) : '–').padStart(6)}`;
    })
    .join('\n');
