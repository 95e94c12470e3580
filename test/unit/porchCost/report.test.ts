import { describe, expect, it } from 'vitest';
import { checkBudgets, parseBudget } from '../../../scripts/porch-cost/budget.mjs';
import { junitError, junitReport } from '../../../scripts/porch-cost/report/junit.mjs';
import { markdownReport } from '../../../scripts/porch-cost/report/markdown.mjs';
import { picture } from '../../../scripts/porch-cost/report/picture.mjs';
import { textReport } from '../../../scripts/porch-cost/report/text.mjs';
import { differ } from '../../../scripts/porch-cost/statistics.mjs';

describe('the difference of visits', () => {
  it('is that of the medians, with where half of the pairs lie and what the page alone varies by', () => {
    expect(differ([100, 110, 140], [10, 20, 12])).toEqual({
      value: 98,
      with: 110,
      without: 12,
      low: 90,
      high: 120,
      noise: 10,
    });
  });

  it('is the figure itself where the embed alone is measured', () => {
    expect(differ([3, 5, 4])).toMatchObject({ value: 4, without: 0, noise: 0 });
  });

  it('is none where a visit has no figure', () => {
    expect(differ([1, Number.NaN], [0, 0])).toBeUndefined();
    expect(differ([], [0])).toBeUndefined();
  });
});

const exactly = (value: number) => ({ value, with: value, without: 0, low: value, high: value, noise: 0 });
const cost = {
  url: 'https://page.example/',
  chrome: 'Chrome/1',
  launcher: ['my-widget', 'button'],
  runs: 5,
  measured: {
    before: {
      bytes: exactly(5400),
      requests: exactly(1),
      mainThreadMs: { ...exactly(39.4), low: 34.2, high: 44.1, noise: 8 },
      lcpMs: { ...exactly(-12), low: -30, high: 20, noise: 60 },
      heapBytes: exactly(131_072),
      layoutShift: exactly(0),
    },
    open: { bytes: exactly(48_100) },
  },
  refused: [],
  notes: ['No text box was seen.'],
};
const budgets = parseBudget(
  '{ "before": { "bytes": 6000 }, "open": { "bytes": 40000, "inpMs": 5 } }',
  'b.json',
);
const report = {
  cost,
  checked: checkBudgets(budgets, cost.measured),
  conditions: 'Medians of 5 visits.',
};
const policy = {
  policy: "default-src 'none'",
  launcher: false,
  blocked: [{ directive: 'style-src-elem', what: 'inline', times: 3 }],
};

describe('the report on a terminal', () => {
  const lines = textReport(report).split('\n');
  const rowOf = (label: string) => lines.find((line) => line.startsWith(label))?.split(/ {3,}/);

  it('has a row for each figure, with its range, what is noise and what is over a budget', () => {
    expect(rowOf('loaded')).toEqual(['loaded', '5.4 kB', '48.1 kB (OVER BUDGET)']);
    expect(rowOf('main thread')).toEqual(['main thread', '39 ms (34 to 44; noise 8 ms)', '–']);
    expect(rowOf('LCP')).toEqual(['LCP', '−12 ms (−30 to 20; within the noise of 60 ms)']);
    expect(rowOf('heap')).toEqual(['heap', '0.13 MiB', '–']);
    expect(lines).toContain('Launcher: my-widget >> button');
    expect(lines).toContain('No text box was seen.');
    expect(lines).toContain('ok    before.bytes is 5.4 kB, within the budget of 6.0 kB');
  });

  it('says what a strict policy blocks', () => {
    expect(textReport({ ...report, cost: { ...cost, policy } })).toContain(
      'A strict policy blocks: style-src-elem forbids inline (3 times); the launcher does not appear.',
    );
    expect(
      textReport({ ...report, cost: { ...cost, policy: { ...policy, launcher: true, blocked: [] } } }),
    ).toContain('A strict policy blocks: nothing.');
  });
});

describe('the report for a pull request', () => {
  const rowOf = (text: string, label: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`| ${label} `))
      ?.split('|')
      .slice(2, -1)
      .map((cell) => cell.trim());

  it('says on top which budgets are broken, and marks them in its table', () => {
    const text = markdownReport(report);
    expect(text).toMatch(/^### What the embed costs: over budget\n/);
    expect(text).toContain('- open.bytes is 48.1 kB, over the budget of 40.0 kB by 8.1 kB');
    expect(rowOf(text, 'loaded')).toEqual(['5.4 kB ✅', '**48.1 kB** ❌']);
    expect(rowOf(text, 'LCP')).toEqual(['−12 ms ≈', '']);
    expect(text).toContain('≈: smaller than what two visits without the embed differ by.');
  });

  it('has the difference to an earlier run, as far as that has the figure', () => {
    const saved = {
      measured: { before: { bytes: exactly(5000), requests: exactly(1) }, open: { bytes: exactly(50_000) } },
    };
    const text = markdownReport({ ...report, saved });
    expect(rowOf(text, 'loaded')).toEqual(['5.4 kB ✅ (+0.4 kB)', '**48.1 kB** ❌ (−1.9 kB)']);
    expect(rowOf(text, 'requests')).toEqual(['1 (0)', '–']);
    expect(rowOf(text, 'heap')).toEqual(['0.13 MiB', '–']);
  });

  it('does not let an address break its lines', () => {
    const refused = {
      ...policy,
      blocked: [{ directive: 'img-src', what: 'https://a.example/|<b>*', times: 1 }],
    };
    expect(markdownReport({ ...report, cost: { ...cost, policy: refused } })).toContain('/\\|\\<b\\>\\*');
  });
});

describe('the report for a CI', () => {
  it('has a case for each budget', () => {
    const text = junitReport(report.checked);
    expect(text).toContain('<testsuite name="porch-cost" tests="3" failures="2" errors="0">');
    expect(text).toContain('<testcase classname="porch-cost.before" name="bytes"/>');
    expect(text).toContain('<failure message="open.inpMs could not be measured');
  });

  it('tells a page that could not be measured as an error, whatever its words', () => {
    expect(junitError('<a> & "b"\u0000')).toContain('<error message="&#60;a&#62; &#38; &#34;b&#34;"/>');
  });
});

it('the picture shows how much of each budget is taken, and never more than all', () => {
  const widths = [...picture(report).matchAll(/class="(kept|over)".*?width="([\d.]+)"/g)].map(
    ([, kind, width]) => [kind, Number(width)],
  );
  expect(widths).toEqual([
    ['kept', 99],
    ['over', 110],
  ]);
});
