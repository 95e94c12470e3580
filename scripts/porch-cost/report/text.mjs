/** The report for a terminal. */

import { HOP } from '../dom.mjs';
import { STATE_LABELS, STATES } from '../metrics.mjs';
import { policyWords, rowsOf } from './rows.mjs';

/** @typedef {import('./rows.mjs').Report} Report */
/** @typedef {import('./rows.mjs').Cell} Cell */

/** @param {Cell | undefined} cell @returns {string} */
const textOf = (cell) => {
  if (!cell) return '';
  const more = [
    cell.range,
    cell.noise && (cell.isNoise ? `within the noise of ${cell.noise}` : `noise ${cell.noise}`),
    cell.change && `${cell.change} since`,
    cell.budget && !cell.budget.kept && 'OVER BUDGET',
  ].filter(Boolean);
  return more.length > 0 ? `${cell.value} (${more.join('; ')})` : cell.value;
};

/** @param {readonly string[][]} rows @returns {string[]} in columns */
const columns = (rows) => {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('   ')
      .trimEnd(),
  );
};

/** @param {Report} report @returns {string} */
export const textReport = (report) => {
  const { cost, checked, conditions } = report;
  const policy = policyWords(report);
  const table = [
    ['', ...STATES.map((state) => STATE_LABELS[state])],
    ...rowsOf(report).map(({ label, cells }) => [label, ...cells.map(textOf)]),
  ];
  return [
    `What the embed adds to ${cost.url}`,
    conditions,
    ...(cost.launcher ? [`Launcher: ${cost.launcher.join(HOP)}`] : []),
    '',
    ...columns(table),
    '',
    ...(policy.length > 0 ? [`A strict policy blocks: ${policy.join('; ')}.`] : []),
    ...cost.notes,
    ...checked.filter(({ kept }) => kept).map(({ words }) => `ok    ${words}`),
  ]
    .join('\n')
    .trimEnd();
};

/** @param {readonly import('../budget.mjs').Checked[]} checked @param {string} file @returns {string} a line for each exceeded budget */
export const broken = (checked, file) =>
  checked
    .filter(({ kept }) => !kept)
    .map(({ words, line, metric, most }) => `over  ${words}  (${file}:${line}  "${metric.name}": ${most})`)
    .join('\n');
