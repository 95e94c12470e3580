import { expect, it } from 'vitest';
import { checkBehaviour, checkDecisions } from '../../../scripts/check-behaviour.mjs';

/** A test file whose titles end so; put together here, so that the check does not take them for titles of this file. */
const file = (...ends: string[]) => ({
  path: 'test/a.test.ts',
  text: ends.map((end) => `it('does it${end}', () => {});\n`).join(''),
});
const RULES = '- `log-1` One.\n- `log-2` Two.\n- `log-3` *planned*: three.\n';
const problems = (text: string, ...ends: string[]) => checkBehaviour(text, [file(...ends)]).problems;

it('rules that tests name are held, one or several in a title', () => {
  expect(checkBehaviour(RULES, [file(' (log-1)'), file(' (log-1, log-2)', ' without one')])).toEqual({
    problems: [],
    rules: 3,
    planned: 1,
  });
});

it('a rule that is neither planned nor named by a test is told', () => {
  expect(problems(RULES, ' (log-1)')).toEqual(['BEHAVIOUR.md: no test names log-2']);
  expect(problems(RULES, ' (log-1) and more', ' (log-2)')).toEqual(['BEHAVIOUR.md: no test names log-1']);
});

it('a test that does not run holds no rule', () => {
  const off = { path: 'test/a.test.ts', text: `it.skip('does it${' (log-1)'}', () => {});\n` };
  expect(checkBehaviour('- `log-1` One.\n', [off]).problems).toEqual(['BEHAVIOUR.md: no test names log-1']);
});

it('a test that names a rule that does not exist is told, with its line', () => {
  expect(problems(RULES, ' (log-1, log-2)', ' (log-9)')).toEqual([
    'test/a.test.ts:2 names log-9, which BEHAVIOUR.md does not have',
  ]);
});

it('a test that names a planned rule is told, as the rule is built then', () => {
  expect(problems(RULES, ' (log-1, log-2, log-3)')).toEqual([
    'test/a.test.ts:1 names log-3, which BEHAVIOUR.md calls planned',
  ]);
});

it('two rules of one number are told', () => {
  expect(problems(`${RULES}- \`log-1\` Another.\n`, ' (log-1, log-2)')).toEqual([
    'BEHAVIOUR.md:4 log-1 is there twice',
  ]);
});

it('a text without rules is told', () => {
  expect(problems('# Behaviour\n')).toEqual(['BEHAVIOUR.md has no rules']);
});

it('a decision is held by a rule or a test that exists, and a row without one is told', () => {
  const row = (...holders: string[]) => `| a | b | c | d | e | f | ${holders.join(', ')} |\n`;
  const told = (text: string) =>
    checkDecisions(`| place | b |\n| --- | --- |\n${text}`, RULES, [file('')]).problems;
  expect(
    told(row('`log-1`') + row('test/a.test.ts: does it') + row('`log-2`', 'test/a.test.ts: does')),
  ).toEqual([]);
  expect(told(row('`log-9`'))).toEqual(['DECISIONS.md:3 names log-9, which BEHAVIOUR.md does not have']);
  expect(told(row('test/b.test.ts: does it'))).toEqual([
    'DECISIONS.md:3 names test/b.test.ts, which is not there',
  ]);
  expect(told(row('test/a.test.ts: undoes it'))).toEqual([
    'DECISIONS.md:3: test/a.test.ts has no “undoes it”',
  ]);
  expect(told(row('nobody knows'))).toEqual(['DECISIONS.md:3 names neither a rule nor a test']);
  expect(told('| a | | c | d | e | f | `log-1` |\n')).toEqual([
    'DECISIONS.md:3 has not seven cells with text',
  ]);
});
