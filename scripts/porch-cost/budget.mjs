/** Reads budgets, and reports which hold. */
import { readFileSync } from 'node:fs';
import { CannotMeasure } from './failure.mjs';
import { format, METRICS, metricsOf, STATES } from './metrics.mjs';
import { nearest } from './nearest.mjs';

/** @typedef {import('./metrics.mjs').State} State */
/** @typedef {import('./metrics.mjs').Metric} Metric */
/** @typedef {{ state: State, metric: Metric, most: number, line: number }} Budget `line`: in its file */
/** @typedef {Budget & { value: number | undefined, kept: boolean, words: string }} Checked */

/** @param {string} name @param {readonly string[]} names */
const meant = (name, names) => {
  const near = nearest(name, names);
  return near ? ` Did you mean "${near}"?` : ` It takes ${names.map((one) => `"${one}"`).join(', ')}.`;
};

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {string} text @param {string} state @param {string} name @returns {number} the line of the budget */
const lineOf = (text, state, name) => {
  const from = text.indexOf(`"${state}"`);
  return text.slice(0, text.indexOf(`"${name}"`, from)).split('\n').length;
};

/** @param {State} state @param {string} name @param {(problem: string) => never} refuse @returns {Metric} */
const metricOf = (state, name, refuse) => {
  const known = metricsOf(state);
  const metric = known.find((one) => one.name === name);
  if (metric) return metric;
  const others = METRICS.filter((one) => one.name === name).flatMap(({ states }) => states);
  if (others[0]) return refuse(`"${name}" belongs to "${others[0]}", not to "${state}".`);
  const names = known.map((one) => one.name);
  return refuse(`"${state}" has no "${name}".${meant(name, names)}`);
};

/**
 * @param {string} text of the file
 * @param {string} file its name, for error messages
 * @returns {Budget[]}
 */
export const parseBudget = (text, file) => {
  /** @param {string} problem @returns {never} */
  const refuse = (problem) => {
    throw new CannotMeasure(`${file}: ${problem}`);
  };
  /** @returns {unknown} */
  const parse = () => {
    try {
      return JSON.parse(text);
    } catch (error) {
      return refuse(`it is no JSON: ${error instanceof Error ? error.message : error}`);
    }
  };
  const read = parse();
  if (!isObject(read)) return refuse('it must be an object with "before" and "open".');
  for (const key of Object.keys(read))
    if (!(/** @type {readonly string[]} */ (STATES).includes(key)))
      refuse(`there is no "${key}".${meant(key, STATES)}`);
  return STATES.flatMap((state) => {
    const budgets = read[state] ?? {};
    if (!isObject(budgets)) return refuse(`"${state}" must be an object with numbers.`);
    return Object.entries(budgets).map(([name, most]) => {
      const metric = metricOf(state, name, refuse);
      if (typeof most !== 'number' || most < 0)
        return refuse(`"${state}"."${name}" must be a number that is not negative.`);
      return { state, metric, most, line: lineOf(text, state, name) };
    });
  });
};

/** @param {string} file */
export const readBudget = (file) => {
  try {
    return parseBudget(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof CannotMeasure) throw error;
    throw new CannotMeasure(`The budget ${file} cannot be read.`);
  }
};

/** @param {Budget} budget @param {number | undefined} value @returns {string} */
const wordsOf = ({ state, metric: { name, unit }, most }, value) => {
  const what = `${state}.${name}`;
  const limit = `the budget of ${format(most, unit)}`;
  if (value === undefined) return `${what} could not be measured, so ${limit} is not kept`;
  if (value <= most) return `${what} is ${format(value, unit)}, within ${limit}`;
  const over = unit === 'bytes' && value - most < 50 ? `${value - most} bytes` : format(value - most, unit);
  return `${what} is ${format(value, unit)}, over ${limit} by ${over}`;
};

/**
 * @param {readonly Budget[]} budgets
 * @param {Record<State, Record<string, { value: number }>>} measured
 * @returns {Checked[]}
 */
export const checkBudgets = (budgets, measured) =>
  budgets.map((budget) => {
    const value = measured[budget.state][budget.metric.name]?.value;
    const kept = value !== undefined && value <= budget.most;
    return { ...budget, value, kept, words: wordsOf(budget, value) };
  });
