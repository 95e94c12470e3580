import { describe, expect, it } from 'vitest';
import { chartOf } from '../../bench/peers/chart.mjs';
import { drawChart, writeInto } from '../../bench/peers/report.mjs';
import { type Row, tableOf } from '../../bench/peers/table.mjs';

const cold = {
  loader: { bytes: 1500, requests: 1 },
  before: { bytes: 4960, requests: 3, frames: 0 },
  writing: { bytes: 4960, requests: 3 },
  card: { bytes: 41_800, requests: 8 },
  all: { bytes: 53_400, requests: 15, frames: 2 },
  launcherTime: 420.4,
  script: 28.6,
  longest: 39.2,
  clickToWriting: 52.1,
  clickToCard: 590,
  shiftPage: 0,
  shiftFrames: 0.0049,
  wrote: true,
  kept: true,
};
const policy = { launcher: true, wrote: true, card: true, blocked: {} };
const porch: Row = {
  version: '0.1.0',
  needs: 'its own desk',
  measured: {
    name: 'Porch',
    cold,
    hovered: { ...cold, clickToWriting: 50, clickToCard: 140 },
    heap: { closed: 262_144, open: 1_572_864 },
    policy,
  },
  opening: {
    'started.cold': 980.4,
    'started.hovered': 700,
    'started.touch': 650,
    'live.cold': 1560,
    'live.hovered': Number.NaN,
    'live.touch': 1200,
    'message.click': 590,
    'message.load': 1040,
  },
};
const inline: Row = {
  version: '2.0.0',
  needs: 'nothing',
  measured: {
    name: 'stands-open',
    cold: { ...cold, clickToWriting: Number.NaN, clickToCard: Number.NaN },
    policy: { ...policy, wrote: false, card: false, blocked: { 'style-src-elem': 3, 'font-src': 1 } },
  },
};

const rowOf = (table: string, what: string): string[] =>
  (table.split('\n').find((line) => line.startsWith(`| ${what}`)) ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());

describe('the table', () => {
  const table = tableOf([porch, inline]);

  it('has a column for each widget, headed by its name and version', () => {
    expect(table.split('\n')[0]).toBe('|  | Porch 0.1.0 | stands-open 2.0.0 |');
  });

  it('gives sizes in kB with their requests, times in whole ms and heaps in MiB', () => {
    expect(rowOf(table, 'everything before intent')).toEqual(['5.0 (3)', '5.0 (3)']);
    expect(rowOf(table, 'until the finished card')).toEqual(['41.8 (8)', '41.8 (8)']);
    expect(rowOf(table, 'launcher shown after')).toEqual(['420', '420']);
    expect(rowOf(table, 'frames')[0]).toBe('0; 2');
    expect(rowOf(table, 'layout shift')[0]).toBe('0.000; 0.005');
    expect(rowOf(table, 'heap above')).toEqual(['0.25; 1.50', '–']);
  });

  it('sets cold and hovered side by side, and a dash where a widget has no such figure', () => {
    expect(rowOf(table, 'click to writing')).toEqual(['52; 50', '–']);
    expect(rowOf(table, 'click to finished card')).toEqual(['590; 140', '–']);
  });

  it('follows a click to the conversation, the live connection, the first message and a returning visitor’s', () => {
    expect(rowOf(table, 'click to the conversation started')).toEqual(['980; 700; 650', '–']);
    expect(rowOf(table, 'click to live')).toEqual(['1,560; –; 1,200', '–']);
    expect(rowOf(table, 'click to the first message accepted')).toEqual(['–', '–']);
    expect(rowOf(table, 'a returning visitor’s last message')).toEqual(['590; 1,040', '–']);
  });

  it('says what a policy blocks, and how far the widget comes under it', () => {
    expect(rowOf(table, 'a strict policy')).toEqual(['nothing', '`font-src`, `style-src-elem`; no writing']);
  });

  it('says what replaced each service', () => {
    expect(table).toContain('Porch: its own desk. stands-open: nothing.');
  });
});

describe('the chart', () => {
  const panel = { title: 'Size <kB>', unit: 'kB', digits: 1 };
  const svg = chartOf(
    [panel],
    [
      { name: 'Porch', values: [50] },
      { name: 'big', values: [500] },
      { name: 'none', values: [undefined] },
    ],
    'What it shows',
  );
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));

  it('draws bars in proportion, and none where there is no value', () => {
    expect(widths).toHaveLength(2);
    expect((widths[1] ?? 0) / (widths[0] ?? 0)).toBeCloseTo(10, 1);
    expect(svg).toContain('>50.0 kB<');
    expect(svg).toContain('>–<');
  });

  it('keeps a very short bar visible', () => {
    const two = chartOf(
      [panel],
      [
        { name: 'a', values: [0.001] },
        { name: 'b', values: [1000] },
      ],
      '',
    );
    expect(two).toContain('width="2.0"');
  });

  it('sets our own apart, in both colour schemes, and escapes its words', () => {
    expect(svg.match(/<rect class="bar own"/g)).toHaveLength(1);
    expect(svg).toContain('@media (prefers-color-scheme: dark)');
    expect(svg).toContain('Size &#60;kB&#62;');
    expect(svg).toContain('aria-label="What it shows"');
  });
});

describe('the page with the comparison', () => {
  const run = { rows: [porch, inline], machine: 'On a machine.' };
  const readme =
    'Before\n\n<!-- npm run bench:peers writes from here … -->\nyesterday’s\n<!-- … to here -->\n\nAfter\n';

  it('gets the figures between its markers, as often as one likes, and keeps the rest', () => {
    const once = writeInto(readme, run);
    expect(once).toMatch(/^Before\n\n<!--/);
    expect(once).toMatch(/-->\n\nAfter\n$/);
    expect(once).not.toContain('yesterday');
    expect(once).toContain('On a machine.');
    expect(once).toContain('](../test/bench/peers/chart.svg)');
    expect(writeInto(once, run)).toBe(once);
  });

  it('has the waterfall of a first opening, in words, too, where the run has one', () => {
    const marks = { writing: 100, card: 400, started: 700, live: 1000 };
    const story = { marks, requests: [], stepMs: 5, script: [], work: [] };
    const page = writeInto(readme, { ...run, story });
    expect(page).toContain('![What a first visitor waits for after the click: the text box after 100 ms,');
    expect(page).toContain('](../test/bench/peers/waterfall.svg)');
    expect(writeInto(readme, run)).not.toContain('waterfall.svg');
  });

  it('is refused where a marker is missing', () => {
    expect(() => writeInto('Nothing here', run)).toThrow('The page lacks');
  });

  it('draws the same from figures that were kept as JSON, which has no NaN', () => {
    const kept = JSON.parse(JSON.stringify(run));
    expect(drawChart(kept)).toBe(drawChart(run));
    expect(writeInto(readme, kept)).toBe(writeInto(readme, run));
  });
});
