/** Generates the tables of calls in the README and in docs/calls.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { readCalls } from './readCalls.mjs';

const BEGIN = '<!-- The calls: made by `node scripts/callTables.mjs` from the table of calls in src/npm. -->';
const END = '<!-- End of the calls. -->';

/** @param {string} does a call's description, with its mark */
const marked = (does) =>
  does.replace(/^(Extra|Not yet): (.)/, (_, mark, first) => `**${mark}.** ${first.toUpperCase()}`);

/** The tables in Markdown, by name. */
const callTables = () => {
  const calls = readCalls();
  const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|');
  /** @param {string} of @param {string} title */
  const table = (of, title) => [
    `| ${title} | what it does |`,
    '| --- | --- |',
    ...calls
      .filter(({ namespace }) => (of === 'command' ? !/:(set|on)$/.test(namespace) : namespace === of))
      .map(({ namespace, name, args, does }) => {
        const call = [`'${namespace}'`, `'${name}'`, ...args].join(', ');
        const shown = of === 'messenger:on' ? `\`${name}\`` : `\`zE(${call})\``;
        return `| ${shown} | ${cell(marked(does))} |`;
      }),
    '',
  ];
  return [
    BEGIN,
    '',
    ...table('command', 'command'),
    ...table('messenger:set', 'setting'),
    ...table('messenger:on', "event of `zE('messenger:on', event, listener)`"),
    END,
  ].join('\n');
};

/** A table of the calls' names, in Markdown. */
const nameTable = () => {
  const calls = readCalls();
  const namespaces = [...new Set(calls.map(({ namespace }) => namespace))];
  /** @param {string} of */
  const names = (of) =>
    calls
      .filter(({ namespace }) => namespace === of)
      .map(({ name }) => `\`${name}\``)
      .join(', ');
  return [
    BEGIN,
    '',
    '| call | names |',
    '| --- | --- |',
    ...namespaces.map((namespace) => `| \`zE('${namespace}', …)\` | ${names(namespace)} |`),
    '',
    END,
  ].join('\n');
};

/** Replaces a table on a page. @param {string} path @param {() => string} table */
const pageWith = (path, table) => () => {
  const page = readFileSync(join(root, path), 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the calls.`);
  return page.slice(0, from) + table() + page.slice(to + END.length);
};

/** The pages with tables of calls, and the function that makes each. */
export const PAGES = {
  'README.md': pageWith('README.md', nameTable),
  'docs/calls.md': pageWith('docs/calls.md', callTables),
};
