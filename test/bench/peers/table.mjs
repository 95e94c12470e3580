/** The table of the page docs/comparison.md. */
import { WAYS } from './visitor.mjs';

/** @typedef {import('../../../scripts/porch-cost/measure/measure.mjs').Measured} Measured */
/** @typedef {import('./beside.mjs').Figures} Figures */
/** @typedef {{ version: string, needs: string, measured: Measured, opening?: Figures }} Row */
/** @typedef {{ bytes: number, requests: number }} Loaded */

const NONE = '–';
/** @param {number | null | undefined} value @param {number} [digits] */
const number = (value, digits = 0) =>
  // JSON has no NaN: a figure that a widget does not have comes back as null.
  value === undefined || value === null || !Number.isFinite(value)
    ? NONE
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** @param {number | undefined} bytes */
const kB = (bytes) => number(bytes === undefined ? undefined : bytes / 1000, 1);
/** @param {number | undefined} bytes */
const mib = (bytes) => number(bytes === undefined ? undefined : bytes / 2 ** 20, 2);
/** @param {Loaded} loaded */
const loaded = ({ bytes, requests }) => `${kB(bytes)} (${requests})`;
/** @param {string[]} cells */
const pair = (...cells) => (cells.every((cell) => cell === NONE) ? NONE : cells.join('; '));

/** @param {Measured['policy']} policy */
const blocked = (policy) => {
  if (!policy) return NONE;
  const directives = Object.keys(policy.blocked).sort();
  const lost = [!policy.launcher && 'launcher', !policy.wrote && 'writing', !policy.card && 'card'].find(
    Boolean,
  );
  const end = lost ? `; no ${lost}` : '';
  return (directives.length > 0 ? directives.map((d) => `\`${d}\``).join(', ') : 'nothing') + end;
};

/** @param {string} what @param {readonly string[]} kinds @returns {(measured: Measured, opening?: Figures) => string} */
const opened =
  (what, kinds) =>
  (_measured, opening = {}) =>
    pair(...kinds.map((kind) => number(opening[`${what}.${kind}`])));

/** @type {[string, (measured: Measured, opening?: Figures) => string][]} */
const ROWS = [
  ['files that the tag names, kB (requests)', ({ cold }) => loaded(cold.loader)],
  ['everything before intent, kB (requests)', ({ cold }) => loaded(cold.before)],
  ['until one can write, kB (requests)', ({ cold }) => loaded(cold.writing)],
  ['until the finished card, kB (requests)', ({ cold }) => loaded(cold.card)],
  ['launcher shown after, ms', ({ cold }) => number(cold.launcherTime)],
  ['script until then, ms', ({ cold }) => number(cold.script)],
  ['longest task before intent, ms', ({ cold }) => number(cold.longest)],
  [
    'click to writing, ms: cold; hovered',
    ({ cold, hovered }) => pair(number(cold.clickToWriting), number(hovered?.clickToWriting)),
  ],
  [
    'click to finished card, ms: cold; hovered',
    ({ cold, hovered }) => pair(number(cold.clickToCard), number(hovered?.clickToCard)),
  ],
  ['click to the conversation started, ms: cold; hovered; touch', opened('started', WAYS)],
  ['click to live, ms: cold; hovered; touch', opened('live', WAYS)],
  ['click to the first message accepted, ms: cold; hovered; touch', opened('accepted', WAYS)],
  [
    'a returning visitor’s last message, ms: after a click; after the page with the window left open',
    opened('message', ['click', 'load']),
  ],
  ['heap above the page’s, MiB: closed; open', ({ heap }) => pair(mib(heap?.closed), mib(heap?.open))],
  ['frames: closed; open', ({ cold }) => pair(number(cold.before.frames), number(cold.all.frames))],
  [
    'layout shift: on the page; in frames',
    ({ cold }) => pair(number(cold.shiftPage, 3), number(cold.shiftFrames, 3)),
  ],
  [
    'the page’s own LCP, ms: with it; without',
    ({ vitals }) => pair(number(vitals?.with.lcp), number(vitals?.alone.lcp)),
  ],
  [
    'the page’s own CLS: with it; without',
    ({ vitals }) => pair(number(vitals?.with.cls, 3), number(vitals?.alone.cls, 3)),
  ],
  [
    'the page’s own INP, ms: with it; without',
    ({ vitals }) => pair(number(vitals?.with.inp), number(vitals?.alone.inp)),
  ],
  ['a strict policy blocks', ({ policy }) => blocked(policy)],
];

/** @param {string[]} cells */
const line = (cells) => `| ${cells.join(' | ')} |`;

/**
 * @param {readonly Row[]} rows one for each widget
 * @returns {string} a Markdown table with a column for each widget, and a note on what each needed
 */
export const tableOf = (rows) => {
  const names = rows.map(({ version, measured }) => `${measured.name} ${version}`);
  const lines = [line(['', ...names]), line(['---', ...names.map(() => '---:')])];
  for (const [what, cell] of ROWS)
    lines.push(line([what, ...rows.map(({ measured, opening }) => cell(measured, opening))]));
  const needs = rows.map(({ measured, needs: what }) => `${measured.name}: ${what}`);
  return `${lines.join('\n')}\n\nWhat replaced each service: ${needs.join('. ')}.`;
};
