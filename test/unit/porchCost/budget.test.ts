import { describe, expect, it } from 'vitest';
import { checkBudgets, parseBudget } from '../../../scripts/porch-cost/budget.mjs';
import { broken } from '../../../scripts/porch-cost/report/text.mjs';

const FILE = 'porch-cost.json';
const TEXT = `{
  "before": {
    "bytes": 6000,
    "longestTaskMs": 50
  },
  "open": { "bytes": 60000,
    "writingMs": 200 }
}`;

const measured = (before: Record<string, number>, open: Record<string, number> = {}) => {
  const wrap = (values: Record<string, number>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
  return { before: wrap(before), open: wrap(open) };
};

describe('a budget file', () => {
  it('gives each budget with its line', () => {
    const read = parseBudget(TEXT, FILE).map(({ state, metric, most, line }) => [
      state,
      metric.name,
      most,
      line,
    ]);
    expect(read).toEqual([
      ['before', 'bytes', 6000, 3],
      ['before', 'longestTaskMs', 50, 4],
      ['open', 'bytes', 60_000, 6],
      ['open', 'writingMs', 200, 7],
    ]);
  });

  it('may have budgets for one state, or none', () => {
    expect(parseBudget('{ "open": {} }', FILE)).toEqual([]);
  });

  it.each([
    ['[]', 'it must be an object with "before" and "open".'],
    ['{', 'it is no JSON'],
    ['{ "opened": {} }', 'there is no "opened". Did you mean "open"?'],
    ['{ "before": 5 }', '"before" must be an object with numbers.'],
    ['{ "before": { "byte": 5 } }', '"before" has no "byte". Did you mean "bytes"?'],
    ['{ "before": { "qwertyuiopasd": 5 } }', '"before" has no "qwertyuiopasd". It takes "bytes", "requests"'],
    ['{ "open": { "lcpMs": 5 } }', '"lcpMs" belongs to "before", not to "open".'],
    ['{ "before": { "bytes": "5 kB" } }', '"before"."bytes" must be a number that is not negative.'],
    ['{ "before": { "bytes": -1 } }', '"before"."bytes" must be a number that is not negative.'],
  ])('of %s is refused in words', (text, words) => {
    expect(() => parseBudget(text, FILE)).toThrow(words);
    expect(() => parseBudget(text, FILE)).toThrow(/^porch-cost\.json: /);
  });
});

describe('a budget', () => {
  it('is kept up to its very number', () => {
    const budgets = parseBudget('{ "before": { "bytes": 6000, "requests": 0 } }', FILE);
    expect(checkBudgets(budgets, measured({ bytes: 6000, requests: -1 })).map(({ kept }) => kept)).toEqual([
      true,
      true,
    ]);
    expect(checkBudgets(budgets, measured({ bytes: 6001, requests: 0 })).map(({ kept }) => kept)).toEqual([
      false,
      true,
    ]);
  });

  it('that is broken is told with its line and how much it is over', () => {
    const checked = checkBudgets(
      parseBudget(TEXT, FILE),
      measured({ bytes: 6020, longestTaskMs: 40 }, { bytes: 75_500, writingMs: 100 }),
    );
    expect(broken(checked, FILE).split('\n')).toEqual([
      'over  before.bytes is 6.0 kB, over the budget of 6.0 kB by 20 bytes  (porch-cost.json:3  "bytes": 6000)',
      'over  open.bytes is 75.5 kB, over the budget of 60.0 kB by 15.5 kB  (porch-cost.json:6  "bytes": 60000)',
    ]);
  });

  it('of what could not be measured is not kept', () => {
    const [one] = checkBudgets(parseBudget('{ "open": { "writingMs": 200 } }', FILE), measured({}));
    expect(one).toMatchObject({
      kept: false,
      words: 'open.writingMs could not be measured, so the budget of 200 ms is not kept',
    });
  });
});
