/** The waterfall of docs/comparison.md: what a first visitor waits for after the click, in one SVG for both color schemes. */
import { escaped, FONT } from './chart.mjs';

/** @typedef {import('./story.mjs').Story} Story */
/** @typedef {import('./story.mjs').Asked} Asked */

const WIDTH = 860;
/** The left edge of the plot, beside the requests' names, and its right edge. */
const LEFT = 132;
const RIGHT = 846;
const TITLE = 34;
const LEGEND = 30;
/** Heights: of a mark's label, of the strip with the page's work, of a request's row, and of the axis. */
const MARK = 19;
const STRIP = 34;
const ROW = 24;
const AXIS = 34;
const BAR = 12;
const THIN = 4;
/** How much room the words beside a bar take. */
const WORDS = 128;

const STYLE = `
text { font: ${FONT}; fill: #59636e; }
.title { font-weight: 600; font-size: 14px; fill: #1f2328; }
.mark { font-weight: 600; fill: #1f2328; }
.number { font-variant-numeric: tabular-nums; }
.line { stroke: #818b98; stroke-dasharray: 3 3; }
.grid { stroke: #d1d9e0; }
.wait { fill: #9aa4b0; }
.receive { fill: #00754a; }
.work { fill: #e3d3bd; }
.script { fill: #b0620c; }
@media (prefers-color-scheme: dark) {
text { fill: #9aa4b0; }
.title, .mark { fill: #f0f3f6; }
.grid { stroke: #30363d; }
.wait { fill: #66707b; }
.receive { fill: #3ecf94; }
.work { fill: #4d4130; }
.script { fill: #f0a35e; }
}
`;

/** What a visitor gets, in the words of the picture. */
const MARKS = /** @type {const} */ ([
  ['writing', 'the text box'],
  ['card', 'the finished card'],
  ['started', 'conversation started'],
  ['live', 'live'],
]);

/** @param {number} ms @returns {string} */
const inMs = (ms) => `${Math.round(ms).toLocaleString('en')} ms`;

/** @param {number} n */
const px = (n) => n.toFixed(1);

/** @param {number} end @returns {number} ms between two lines of the grid, of which there are ten at most */
const stepOf = (end) => [50, 100, 200, 250, 500, 1000, 2000].find((step) => end / step <= 10) ?? 5000;

/**
 * @typedef {object} Scale
 * @property {(ms: number) => number} x
 * @property {number} end ms
 */

/** @param {Story} story @returns {Scale} */
const scaleOf = ({ requests, marks }) => {
  const ends = [...requests.map(({ ended }) => ended), ...Object.values(marks)].filter(Number.isFinite);
  const end = Math.max(1, ...ends) * 1.02;
  return { end, x: (ms) => LEFT + (Math.max(0, ms) / end) * (RIGHT - LEFT) };
};

/** @param {Scale} scale @param {number} top @param {number} bottom */
const axis = ({ x, end }, top, bottom) => {
  const parts = [];
  for (let ms = 0; ms <= end; ms += stepOf(end)) {
    parts.push(`<line class="grid" x1="${px(x(ms))}" x2="${px(x(ms))}" y1="${top}" y2="${bottom}"/>`);
    // A number at the edge would be cut.
    if (x(ms) > RIGHT - 26) continue;
    const anchor = ms === 0 ? 'start' : 'middle';
    const words = ms === 0 ? 'click' : inMs(ms);
    parts.push(
      `<text class="number" x="${px(x(ms))}" y="${bottom + 18}" text-anchor="${anchor}">${words}</text>`,
    );
  }
  return parts.join('\n');
};

/** @param {Story['marks']} marks @param {Scale} scale @param {number} top @param {number} bottom */
const marksAt = (marks, { x }, top, bottom) =>
  MARKS.filter(([what]) => Number.isFinite(marks[what]))
    .map(([what, words], i) => {
      const at = x(marks[what]);
      const base = top + i * MARK + 13;
      const [anchor, beside] = at > RIGHT - 200 ? ['end', -6] : ['start', 6];
      return `<line class="line" x1="${px(at)}" x2="${px(at)}" y1="${base - 11}" y2="${bottom}"/>
<text class="mark" x="${px(at + beside)}" y="${base}" text-anchor="${anchor}">${words}, ${inMs(marks[what])}</text>`;
    })
    .join('\n');

/** @param {number[]} shares @param {string} kind @param {number} stepMs @param {Scale} scale @param {number} base its lower edge */
const area = (shares, kind, stepMs, { x }, base) => {
  const most = STRIP - 12;
  const steps = shares.map(
    (share, i) => `V${px(base - Math.min(1, share) * most)}H${px(x((i + 1) * stepMs))}`,
  );
  return `<path class="${kind}" d="M${px(x(0))} ${base}${steps.join('')}V${base}Z"/>`;
};

/** @param {Asked} asked @param {Scale} scale @param {number} y */
const row = ({ name, begun, answered, ended, bytes }, { x }, y) => {
  const base = y + BAR - 2;
  const [from, first] = [x(begun), x(answered)];
  const to = Math.max(x(ended), first + 2);
  const size = bytes === undefined ? '' : `, ${(bytes / 1000).toFixed(1)} kB`;
  const [anchor, at] = to + WORDS > RIGHT ? ['end', from - 6] : ['start', to + 6];
  return `<text x="${LEFT - 10}" y="${base}" text-anchor="end">${escaped(name)}</text>
<rect class="wait" x="${px(from)}" y="${y + (BAR - THIN) / 2}" width="${px(Math.max(1, first - from))}" height="${THIN}"/>
<rect class="receive" x="${px(first)}" y="${y}" width="${px(to - first)}" height="${BAR}" rx="2"/>
<text class="number" x="${px(at)}" y="${base}" text-anchor="${anchor}">${inMs(ended - begun)}${size}</text>`;
};

/** @param {number} y */
const legend = (y) =>
  [
    ['wait', 'waiting for an answer', THIN, 0],
    ['receive', 'receiving it', BAR, 184],
    ['script', 'scripts run', BAR, 308],
    ['work', 'style, layout and painting', BAR, 426],
  ]
    .map(([kind, words, tall, from]) => {
      const x = LEFT + Number(from);
      return `<rect class="${kind}" x="${x}" y="${y + (BAR - Number(tall)) / 2}" width="18" height="${tall}"/>
<text x="${x + 25}" y="${y + BAR - 1}">${words}</text>`;
    })
    .join('\n');

/** @param {Story} story @returns {string} for those who do not see the picture */
export const describeStory = ({ requests, marks }) => {
  const reached = MARKS.filter(([what]) => Number.isFinite(marks[what])).map(
    ([what, words]) => `${words} after ${inMs(marks[what])}`,
  );
  return `What a first visitor waits for after the click: ${[...reached, `${requests.length} requests`].join(', ')}.`;
};

/**
 * @param {Story} story
 * @returns {string} the SVG: a row for each request, the page's work above them, and a line for each thing that the visitor gets
 */
export const waterfallOf = (story) => {
  const { requests, marks, script, work, stepMs } = story;
  const scale = scaleOf(story);
  const known = MARKS.filter(([what]) => Number.isFinite(marks[what])).length;
  const strip = TITLE + LEGEND + known * MARK;
  const rows = strip + STRIP + 10;
  const bottom = rows + requests.length * ROW;
  const description = describeStory(story);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + AXIS}" role="img" aria-label="${escaped(description)}">
<style>${STYLE}</style>
<text class="title" x="0" y="18">Porch’s first opening, from the click on</text>
${legend(TITLE)}
${axis(scale, strip, bottom)}
<text x="${LEFT - 10}" y="${strip + STRIP - 4}" text-anchor="end">the page’s work</text>
${area(work, 'work', stepMs, scale, strip + STRIP)}
${area(script, 'script', stepMs, scale, strip + STRIP)}
${marksAt(marks, scale, TITLE + LEGEND, bottom)}
${requests.map((asked, i) => row(asked, scale, rows + i * ROW)).join('\n')}
</svg>
`;
};
