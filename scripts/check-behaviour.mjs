/**
 * Checks that each rule of src/BEHAVIOUR.md is planned or named by a test, that each rule named by a test exists, and
 * that rule numbers are unique. A test names its rules at the end of its title: `'sends on Enter (composer-1)'`. Also
 * checks that each row of src/DECISIONS.md names an existing rule or test.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf, root } from './run.mjs';

const RULE = /^- `([a-z]+-\d+)` (\*planned\*)?/gm;
/** Rules in parentheses at the end of a test's title. */
const NAMED = /^(.*) \(([a-z]+-\d+(?:, [a-z]+-\d+)*)\)['"`],/gm;
/** A skipped test proves nothing. */
const OFF = /\.(skip|todo|fails)\b/;

/** @param {string} text @param {number} at */
const lineOf = (text, at) => text.slice(0, at).split('\n').length;

/**
 * @param {string} behavior the text of src/BEHAVIOUR.md
 * @param {{ path: string, text: string }[]} tests
 * @returns {{ problems: string[], rules: number, planned: number }}
 */
export const checkBehaviour = (behavior, tests) => {
  /** @type {string[]} */
  const problems = [];
  /** @type {Map<string, boolean>} whether it is planned, by rule */
  const rules = new Map();
  for (const { 1: rule = '', 2: mark, index } of behavior.matchAll(RULE)) {
    if (rules.has(rule)) problems.push(`BEHAVIOUR.md:${lineOf(behavior, index)} ${rule} is there twice`);
    rules.set(rule, mark !== undefined);
  }
  if (rules.size === 0) problems.push('BEHAVIOUR.md has no rules');
  /** @type {Set<string>} */
  const held = new Set();
  for (const { path, text } of tests) {
    for (const { 1: before = '', 2: names = '', index } of text.matchAll(NAMED)) {
      const where = `${path}:${lineOf(text, index)}`;
      for (const rule of names.split(', ')) {
        if (!rules.has(rule)) problems.push(`${where} names ${rule}, which BEHAVIOUR.md does not have`);
        else if (rules.get(rule)) problems.push(`${where} names ${rule}, which BEHAVIOUR.md calls planned`);
        else if (!OFF.test(before)) held.add(rule);
      }
    }
  }
  for (const [rule, planned] of rules) {
    if (!planned && !held.has(rule)) problems.push(`BEHAVIOUR.md: no test names ${rule}`);
  }
  return { problems, rules: rules.size, planned: [...rules.values()].filter(Boolean).length };
};

/** The proof of a decision: a rule, or a test's file and a part of a title. */
const HOLDER = /`([a-z]+-\d+)`|(test\/[\w./-]+): ([^,|]+)/g;

/**
 * @param {string} decisions the text of src/DECISIONS.md
 * @param {string} behavior the text of src/BEHAVIOUR.md
 * @param {{ path: string, text: string }[]} tests
 * @returns {{ problems: string[], decisions: number }}
 */
export const checkDecisions = (decisions, behavior, tests) => {
  const rules = new Set([...behavior.matchAll(RULE)].map(([, rule]) => rule));
  const texts = new Map(tests.map(({ path, text }) => [path, text]));
  const rows = decisions.split('\n').flatMap((line, at) => {
    const cells = line.split('|').slice(1, -1);
    return cells.length > 1 && !/^ (-+|place) $/.test(cells[0] ?? '')
      ? [{ cells, where: `DECISIONS.md:${at + 1}` }]
      : [];
  });
  const problems = rows.flatMap(({ cells, where }) => {
    if (cells.length !== 7 || cells.some((cell) => cell.trim() === ''))
      return [`${where} has not seven cells with text`];
    const holders = [...(cells[6] ?? '').matchAll(HOLDER)];
    if (holders.length === 0) return [`${where} names neither a rule nor a test`];
    return holders.flatMap(([, rule, path = '', title = '']) => {
      if (rule !== undefined)
        return rules.has(rule) ? [] : [`${where} names ${rule}, which BEHAVIOUR.md does not have`];
      const text = texts.get(path);
      if (text === undefined) return [`${where} names ${path}, which is not there`];
      return text.includes(title.trim()) ? [] : [`${where}: ${path} has no “${title.trim()}”`];
    });
  });
  return { problems, decisions: rows.length };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const tests = filesOf(join(root, 'test'))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({
      path: relative(root, path).replaceAll('\\', '/'),
      text: readFileSync(path, 'utf8'),
    }));
  const behavior = readFileSync(join(root, 'src/BEHAVIOUR.md'), 'utf8');
  const { problems, rules, planned } = checkBehaviour(behavior, tests);
  const decided = checkDecisions(readFileSync(join(root, 'src/DECISIONS.md'), 'utf8'), behavior, tests);
  problems.push(...decided.problems);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0)
    console.log(
      `${rules} rules of behavior: ${rules - planned} tested, ${planned} planned. ${decided.decisions} decisions, each held.`,
    );
  process.exit(problems.length ? 1 : 0);
}
