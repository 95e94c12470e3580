/** The metrics: the names of budgets, the rows of tables. */

/** @typedef {'before' | 'open'} State until the page is quiet, and what opening the embed adds */
/** @typedef {'bytes' | 'count' | 'ms' | 'heap' | 'score'} Unit */
/** @typedef {{ name: string, label: string, unit: Unit, states: readonly State[] }} Metric */

/** @type {readonly State[]} */
export const STATES = ['before', 'open'];
/** @type {Record<State, string>} */
export const STATE_LABELS = { before: 'before opening', open: 'opening it' };

/** @type {readonly Metric[]} */
export const METRICS = [
  { name: 'bytes', label: 'loaded', unit: 'bytes', states: STATES },
  { name: 'requests', label: 'requests', unit: 'count', states: STATES },
  { name: 'launcherMs', label: 'launcher stands after', unit: 'ms', states: ['before'] },
  { name: 'writingMs', label: 'click to writing', unit: 'ms', states: ['open'] },
  { name: 'mainThreadMs', label: 'main thread', unit: 'ms', states: STATES },
  { name: 'longestTaskMs', label: 'longest task', unit: 'ms', states: STATES },
  { name: 'layoutShift', label: 'layout shift', unit: 'score', states: STATES },
  { name: 'lcpMs', label: 'LCP', unit: 'ms', states: ['before'] },
  { name: 'inpMs', label: 'INP', unit: 'ms', states: STATES },
  { name: 'heapBytes', label: 'heap', unit: 'heap', states: STATES },
  { name: 'listeners', label: 'listeners', unit: 'count', states: STATES },
  { name: 'frames', label: 'frames', unit: 'count', states: STATES },
];

/** @param {State} state */
export const metricsOf = (state) => METRICS.filter(({ states }) => states.includes(state));

/** @type {Record<Unit, { divisor: number, digits: number, word: string }>} */
const UNITS = {
  bytes: { divisor: 1000, digits: 1, word: ' kB' },
  count: { divisor: 1, digits: 0, word: '' },
  ms: { divisor: 1, digits: 0, word: ' ms' },
  heap: { divisor: 2 ** 20, digits: 2, word: ' MiB' },
  score: { divisor: 1, digits: 3, word: '' },
};

/** @param {number} value @param {number} digits */
const fixed = (value, digits) => {
  const text = Math.abs(value).toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
};

/** @param {number} value @param {Unit} unit */
export const format = (value, unit) => {
  const { divisor, digits, word } = UNITS[unit];
  return fixed(value / divisor, digits) + word;
};

/** @param {number} value @param {Unit} unit @returns {string} the value with its unit and sign */
export const formatChange = (value, unit) => {
  const text = format(value, unit);
  return /^−|^[0.,]+(\D*)$/.test(text) ? text : `+${text}`;
};

/** @param {number} low @param {number} high @param {Unit} unit */
export const formatRange = (low, high, unit) => {
  const { divisor, digits } = UNITS[unit];
  return `${fixed(low / divisor, digits)} to ${fixed(high / divisor, digits)}`;
};
