/** The chart of docs/comparison.md: one panel for each figure, one bar for each widget, in one SVG for both colour schemes. */

/** @typedef {{ name: string, values: (number | undefined)[] }} Bars a widget, with its value in each panel */
/** @typedef {{ title: string, unit: string, digits: number }} Panel */

const WIDTH = 860;
const COLUMNS = 2;
const GAP = 36;
const ROW = 26;
const BAR = 14;
/** Beside the bars: the widgets' names, and the values. */
const NAMES = 172;
const VALUES = 76;
const TITLE = 40;
const TOP = 12;

export const FONT = `13px system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif`;

const STYLE = `
text { font: ${FONT}; fill: #59636e; }
.title { font-weight: 600; font-size: 14px; fill: #1f2328; }
.own { font-weight: 600; fill: #1f2328; }
.value { font-variant-numeric: tabular-nums; }
rect { fill: #b6bfc9; }
rect.own { fill: #00754a; }
@media (prefers-color-scheme: dark) {
text { fill: #9aa4b0; }
.title, .own { fill: #f0f3f6; }
rect { fill: #4a525c; }
rect.own { fill: #3ecf94; }
}
`;

/** @param {string} text @returns {string} for an SVG */
export const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {number} value @param {Panel} panel */
const label = (value, { unit, digits }) =>
  `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;

/**
 * Draws one panel, whose longest bar fills it.
 * @param {Panel} panel
 * @param {readonly { name: string, value: number | undefined }[]} bars the first is our own
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
const panelAt = (panel, bars, x, y, width) => {
  const most = Math.max(1e-9, ...bars.map(({ value }) => value ?? 0));
  const room = width - NAMES - VALUES;
  const parts = [`<text class="title" x="${x}" y="${y + 18}">${escaped(panel.title)}</text>`];
  bars.forEach(({ name, value }, i) => {
    const own = i === 0 ? ' own' : '';
    const at = y + TITLE + i * ROW;
    const base = at + BAR - 2.5;
    const length = value === undefined ? 0 : Math.max(2, (Math.max(0, value) / most) * room);
    parts.push(
      `<text class="name${own}" x="${x + NAMES - 10}" y="${base}" text-anchor="end">${escaped(name)}</text>`,
    );
    if (value !== undefined) {
      parts.push(
        `<rect class="bar${own}" x="${x + NAMES}" y="${at}" width="${length.toFixed(1)}" height="${BAR}" rx="2"/>`,
      );
    }
    const text = value === undefined ? '–' : label(value, panel);
    parts.push(
      `<text class="value${own}" x="${(x + NAMES + length + 8).toFixed(1)}" y="${base}">${escaped(text)}</text>`,
    );
  });
  return parts.join('\n');
};

/**
 * @param {readonly Panel[]} panels
 * @param {readonly Bars[]} widgets the first is drawn as our own
 * @param {string} description for those who do not see it
 * @returns {string} the SVG
 */
export const chartOf = (panels, widgets, description) => {
  const width = (WIDTH - GAP * (COLUMNS - 1)) / COLUMNS;
  const tall = TITLE + widgets.length * ROW;
  const height = TOP + Math.ceil(panels.length / COLUMNS) * (tall + GAP) - GAP + TOP;
  const drawn = panels.map((panel, i) => {
    const bars = widgets.map(({ name, values }) => ({ name, value: values[i] }));
    return panelAt(
      panel,
      bars,
      (i % COLUMNS) * (width + GAP),
      TOP + Math.floor(i / COLUMNS) * (tall + GAP),
      width,
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(description)}">
<style>${STYLE}</style>
${drawn.join('\n')}
</svg>
`;
};
