import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { consoleLines, linesOf } from './support/consoleLines';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/console.md');
const lines = consoleLines();

/** Texts that are not a line of their own, or never reach the console. */
const NOT_LISTED = new Map([
  ['Porch: …', 'the form of all lines'],
  ["… See the README, section 'Calls'.", 'the end of many lines, which the page explains'],
  ['Not latest request', 'a cancelled login is not reported'],
  ['Another visitor', 'a cancelled request is not reported'],
  ['There is no service', 'a mistake in the code of Porch'],
  ['The upload was cut', 'the upload is repeated, as any request without an answer'],
]);
const listed = [...lines.keys()]
  .filter((line) => !NOT_LISTED.has(line))
  .map((line) => line.replace(/^Porch: /, ''));
/** The code in the first column of the tables of lines. */
const rows = page
  .split('\n')
  .flatMap((row) => /^\| (`.*?`) \|/.exec(row)?.[1] ?? [])
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, line = '']) => line));

it('finds the lines of the source: of a call, a condition, a template and a constant', () => {
  for (const line of [
    'A call failed',
    '403: App user not found',
    'Missing translation (…): …',
    'Login could not be loaded',
  ])
    expect(listed).toContain(line);
});

it.each([
  "console.warn('A planted line');",
  "host.console.info('Porch:', 'A planted line');",
  "throw new TypeError('A planted line');",
  "reject(new RangeError('A planted line'));",
  "const error = new Error('A planted line');",
  "const LINE = 'A planted line';\nconsole.error(LINE, cause);",
])('finds a line of %s', (code) => {
  expect(linesOf('src/a.ts', code)).toContain('A planted line');
});

it('the page about the console has each line that the widget can write to the console', () => {
  expect(listed.filter((line) => !rows.includes(line))).toEqual([]);
});

it('the page about the console has no line that the widget cannot write', () => {
  expect(rows.filter((row) => !listed.includes(row))).toEqual([]);
  expect([...NOT_LISTED.keys()].filter((line) => !lines.has(line))).toEqual([]);
});

it('a line about a call points to a section of the README', () => {
  const [, section] =
    /See the README, section '(.+?)'/.exec(read('src/features/hostCalls/createApi.ts')) ?? [];
  expect(read('README.md')).toMatch(new RegExp(`^## ${section}$`, 'm'));
});
