import { expect, it } from 'vitest';
import { checkBehaviour } from '../../../scripts/check-behaviour.mjs';

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
