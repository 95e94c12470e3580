/** The report for a pull request. */
import { STATE_LABELS, STATES } from '../metrics.mjs';
import { policyWords, rowsOf } from './rows.mjs';

/** @typedef {import('./rows.mjs').Report} Report */
/** @typedef {import('./rows.mjs').Cell} Cell */

/** @param {string} text */
const escaped = (text) => text.replace(/[|<>*_`[\]\\]/g, '\\$&');

/** @param {Cell | undefined} cell */
const textOf = (cell) => {
  if (!cell) return '';
  const { value, isNoise, change, budget } = cell;
  const own = budget && !budget.kept ? `**${value}** ❌` : budget ? `${value} ✅` : value;
  return `${own}${isNoise ? ' ≈' : ''}${change ? ` (${change})` : ''}`;
};

/** @param {string[]} cells */
const line = (cells) => `| ${cells.join(' | ')} |`;

/** @param {Report} report @returns {string} */
export const markdownReport = (report) => {
  const { cost, checked, saved, conditions } = report;
  const rows = rowsOf(report);
  const policy = policyWords(report);
  const lost = checked.filter(({ kept }) => !kept);
  const hasNoise = rows.some(({ cells }) => cells.some((cell) => cell?.isNoise));
  const notes = [
    conditions,
    ...(saved ? ['In brackets: the difference to the earlier run.'] : []),
    ...(hasNoise ? ['≈: smaller than what two visits without the embed differ by.'] : []),
  ];
  return [
    `### What the embed costs: ${lost.length > 0 ? 'over budget' : checked.length > 0 ? 'within budget' : 'measured'}`,
    ...(lost.length > 0 ? [lost.map(({ words }) => `- ${escaped(words)}`).join('\n')] : []),
    [
      line(['', ...STATES.map((state) => STATE_LABELS[state])]),
      line(['---', ...STATES.map(() => '---:')]),
      ...rows.map(({ label, cells }) => line([label, ...cells.map(textOf)])),
    ].join('\n'),
    ...(policy.length > 0 ? [`A strict policy blocks: ${escaped(policy.join('; '))}.`] : []),
    ...(cost.notes.length > 0 ? [cost.notes.map((note) => `- ${escaped(note)}`).join('\n')] : []),
    notes.join(' '),
    '',
  ].join('\n\n');
};
