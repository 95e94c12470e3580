/** The report as a small SVG, for a README or a dashboard. */
import { METRICS, STATE_LABELS, STATES } from '../metrics.mjs';
import { rowsOf } from './rows.mjs';

/** @typedef {import('./rows.mjs').Report} Report */
/** @typedef {import('./rows.mjs').Cell} Cell */

const SHOWN = ['bytes', 'requests', 'mainThreadMs', 'longestTaskMs', 'heapBytes'];
const WIDTH = 440;
const LABELS = 130;
const COLUMN = 150;
const TOP = 40;
const ROW = 30;
const BAR = 110;

const STYLE = `
text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #59636e; }
.value { fill: #1f2328; font-variant-numeric: tabular-nums; }
.room { fill: #e4e8ec; }
.kept { fill: #00754a; }
.over { fill: #b42318; }
@media (prefers-color-scheme: dark) {
text { fill: #9aa4b0; }
.value { fill: #f0f3f6; }
.room { fill: #323942; }
.kept { fill: #3ecf94; }
.over { fill: #ff8a80; }
}
`;

/** @param {Cell} cell @param {number} x @param {number} y @returns {string} the value, and below it the used part of the budget */
const draw = ({ value, budget }, x, y) => {
  const text = `<text class="value" x="${x}" y="${y}">${value}</text>`;
  if (!budget) return text;
  const part = Math.min(1, Math.max(0, (budget.value ?? Number.POSITIVE_INFINITY) / (budget.most || 1e-9)));
  const bar = `y="${y + 5}" height="4" rx="2"`;
  const taken = `<rect class="${budget.kept ? 'kept' : 'over'}" x="${x}" ${bar} width="${(part * BAR).toFixed(1)}"/>`;
  return `${text}<rect class="room" x="${x}" ${bar} width="${BAR}"/>${taken}`;
};

/** @param {Report} report @returns {string} */
export const picture = (report) => {
  const rows = rowsOf(report).filter((_, i) => SHOWN.includes(METRICS[i]?.name ?? ''));
  const height = TOP + rows.length * ROW + 6;
  const heads = STATES.map(
    (state, i) => `<text x="${LABELS + i * COLUMN}" y="20">${STATE_LABELS[state]}</text>`,
  );
  const drawn = rows.map(({ label, cells }, row) => {
    const y = TOP + row * ROW + 8;
    const values = cells.map((cell, i) => (cell ? draw(cell, LABELS + i * COLUMN, y) : ''));
    return `<text x="12" y="${y}">${label}</text>${values.join('')}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="What the embed adds to a page">
<style>${STYLE}</style>
${[...heads, ...drawn].join('\n')}
</svg>
`;
};
