/** The rows of every report. */
import { format, formatChange, formatRange, METRICS, STATES } from '../metrics.mjs';

/** @typedef {import('../measureCost.mjs').Cost} Cost */
/** @typedef {import('../metrics.mjs').State} State */
/** @typedef {import('../budget.mjs').Checked} Checked */
/** @typedef {Pick<Cost, 'measured'>} Saved an earlier run */
/**
 * @typedef {object} Report
 * @property {Cost} cost
 * @property {readonly Checked[]} checked
 * @property {Saved} [saved]
 * @property {string} conditions how it was measured, in words
 */
/**
 * @typedef {object} Cell
 * @property {string} value
 * @property {string} [range] the middle half of all pairs of visits
 * @property {string} [noise] how much two visits without the embed differ
 * @property {boolean} isNoise no larger than the noise
 * @property {string} [change] since the earlier run
 * @property {Checked} [budget]
 */

const NOT_MEASURED = '–';

/** @param {Report} report @param {State} state @param {import('../metrics.mjs').Metric} metric @returns {Cell | undefined} undefined if the state has no such metric */
const cellOf = ({ cost, checked, saved }, state, { name, unit, states }) => {
  if (!states.includes(state)) return undefined;
  const budget = checked.find((one) => one.state === state && one.metric.name === name);
  const found = cost.measured[state][name];
  if (!found) return { value: NOT_MEASURED, isNoise: false, ...(budget && { budget }) };
  const earlier = saved?.measured[state]?.[name]?.value;
  return {
    value: format(found.value, unit),
    ...(found.low !== found.high && { range: formatRange(found.low, found.high, unit) }),
    ...(found.noise > 0 && { noise: format(found.noise, unit) }),
    isNoise: found.value !== 0 && Math.abs(found.value) <= found.noise,
    ...(earlier !== undefined && { change: formatChange(found.value - earlier, unit) }),
    ...(budget && { budget }),
  };
};

/** @param {Report} report @returns {{ label: string, cells: (Cell | undefined)[] }[]} */
export const rowsOf = (report) =>
  METRICS.map((metric) => ({
    label: metric.label,
    cells: STATES.map((state) => cellOf(report, state, metric)),
  }));

/** @param {Report} report @returns {string[]} what a strict policy blocks, in words */
export const policyWords = ({ cost: { policy } }) => {
  if (!policy) return [];
  const blocked = policy.blocked.map(
    ({ directive, what, times }) => `${directive} forbids ${what}${times > 1 ? ` (${times} times)` : ''}`,
  );
  const lost = policy.launcher === false ? ['the launcher does not appear'] : [];
  const all = [...blocked, ...lost];
  return all.length > 0 ? all : ['nothing'];
};
