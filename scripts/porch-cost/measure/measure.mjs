import { median } from './numbers.mjs';
import { policyVisit, timeVisit, weighVisit } from './visit.mjs';
import { vitalsVisit } from './vitals.mjs';

/**
 * @typedef {object} Subject an embed on a page
 * @property {string} name
 * @property {string} url the page's address
 * @property {string[]} [launcher] selectors of what opens the widget, one for each shadow root or frame on the way;
 * without it, the widget is always open
 * @property {string[][]} [card] the same for what is visible once the opened widget is finished, besides its text box
 * @property {string} [policyUrl] the same page under a content security policy
 * @property {string} [aloneUrl] the same page without the embed
 * @property {(page: import('./chromium.mjs').Session) => Promise<void>} [prepare] what is done to an empty page before
 * it loads
 */
/**
 * @typedef {object} Machine
 * @property {string} executable Chromium's path
 * @property {string[]} [flags] more of its flags
 * @property {number} [cpu] by which factor the processor is slowed down; 1 for full speed
 * @property {number} [kbps] the connection's speed in 1,000 bits a second
 * @property {number} [latency] ms added to every request
 * @property {number} [quietMs] ms without loading before the page counts as quiet; 1,000 by default
 */
/** @typedef {Awaited<ReturnType<typeof timeVisit>>} Timed */
/** @typedef {import('./vitals.mjs').Vitals} Vitals */
/**
 * @typedef {object} Measured the medians of all visits; sizes in bytes, times in ms
 * @property {string} name
 * @property {Timed} cold with a click without hovering
 * @property {Timed} [hovered] with a click 300 ms after the pointer
 * @property {{ closed: number, open: number }} [heap] the embed's own share
 * @property {Awaited<ReturnType<typeof policyVisit>>} [policy]
 * @property {{ with: Vitals, alone: Vitals }} [vitals] of the page, with and without the embed
 */

/** @param {readonly unknown[]} values @returns {any} the median of numbers, the conjunction of booleans, and objects field by field */
export const medians = (values) => {
  const [first] = values;
  if (typeof first === 'number') return median(/** @type {number[]} */ (values));
  if (typeof first === 'boolean') return values.every(Boolean);
  const objects = /** @type {Record<string, unknown>[]} */ (values);
  return Object.fromEntries(
    Object.keys(objects[0] ?? {}).map((key) => [key, medians(objects.map((object) => object[key]))]),
  );
};

/** How long the pointer rests on the launcher before the click, ms. */
export const HOVER_MS = 300;

/** @template T @param {number} runs @param {() => Promise<T>} visit @returns {Promise<T>} */
const repeat = async (runs, visit) => {
  const values = [];
  for (let run = 0; run < runs; run++) values.push(await visit());
  return medians(values);
};

/**
 * Measures what an embed costs a page and its visitor, in Chromium, each visit with a fresh profile.
 *
 * Works with any page that Chromium reaches. Sizes are those of transferred bodies. A state is reached when the frame
 * that shows it has been drawn:
 * - the launcher, when it is visible; its time counts from the arrival of the page itself;
 * - writing, when an enabled text box is visible in any frame or open shadow root of the widget, and then shows a typed
 *   key;
 * - the finished card, when everything that the subject names is visible too.
 *
 * Script time is compiling and running up to the launcher. The longest task is the longest between the first script and
 * the click. The heap is that of JavaScript in the page and its frames, after garbage collection. States are not looked
 * for in frames of other origins or in closed shadow roots.
 * @param {Subject} subject
 * @param {Machine} machine
 * @param {{ runs?: number, only?: 'cold' }} [options] runs: visits of each kind, 5 by default, and at most 3 for
 * memory; only: the only kind
 * @returns {Promise<Measured>}
 */
export const measure = async (subject, machine, { runs = 5, only } = {}) => {
  const { name } = subject;
  // The first visit is not counted: it warms the caches of the server and the system.
  await weighVisit(subject, machine);
  const cold = await repeat(runs, () => timeVisit(subject, machine));
  if (only) return { name, cold };
  const hovered =
    subject.launcher && (await repeat(runs, () => timeVisit(subject, machine, { hoverMs: HOVER_MS })));
  // Memory hardly differs from visit to visit.
  const few = Math.min(runs, 3);
  const weighed = await repeat(few, () => weighVisit(subject, machine));
  const { aloneUrl: url, policyUrl } = subject;
  const alone = url ? await repeat(few, () => weighVisit({ name, url }, machine)) : { closed: 0, open: 0 };
  const heap = { closed: weighed.closed - alone.closed, open: weighed.open - alone.open };
  const policy = policyUrl ? await policyVisit({ ...subject, url: policyUrl }, machine) : undefined;
  const vitals = url && {
    with: await repeat(few, () => vitalsVisit(subject, machine)),
    alone: await repeat(few, () => vitalsVisit({ url }, machine)),
  };
  return {
    name,
    cold,
    heap,
    ...(hovered && { hovered }),
    ...(policy && { policy }),
    ...(vitals && { vitals }),
  };
};
