/**
 * Writes the README's table of the calls' names, and docs/calls.md's tables of calls, from the published types,
 * `src/npm/calls.ts`. With `--check` it writes nothing and fails if a table is stale.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';

const TYPES = join(root, 'src/npm/calls.ts');
const BEGIN = '<!-- The calls: made by `node scripts/callsTable.mjs` from src/npm/calls.ts. -->';
const END = '<!-- End of the calls. -->';

/** The name and the type of each group of calls, and how a call of it is written. */
const GROUPS = /** @type {const} */ ([
  ['Commands', 'messenger', 'command'],
  ['UiCommands', 'messenger:ui', 'command'],
  ['OpenCommands', 'messenger:open', 'command'],
  ['GetCommands', 'messenger:get', 'command'],
  ['Settings', 'messenger:set', 'setting'],
  ['Events', 'messenger:on', 'event'],
]);

/** @typedef {{ namespace: string, name: string, args: string[], does: string }} Call */

/**
 * The names of a call's parameters, in order; those that may be left out end with `?`.
 * @param {string} type the call's function type
 */
const parametersOf = (type) => {
  let depth = 0;
  /** The top level of the parameter list, without the types' own brackets. */
  let flat = '';
  for (const char of type.slice(type.indexOf('(') + 1)) {
    if (char === ')' && depth === 0) break;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    else if (depth === 0) flat += char;
  }
  return [...flat.matchAll(/(?:^|,)\s*(\w+\??):/g)].map(([, name = '']) => name);
};

/**
 * Reads the calls from the published types.
 * @returns {Call[]}
 */
export const readCalls = () => {
  const source = readFileSync(TYPES, 'utf8');
  return GROUPS.flatMap(([type, namespace]) => {
    const at = source.indexOf(`export type ${type} = {`);
    const body = source.slice(at, source.indexOf('\n};', at));
    const rows = [...body.matchAll(/\n {2}\/\*\* (.+?) \*\/\n {2}(\w+): ([\s\S]*?)(?=\n {2}\/\*\*|$)/g)];
    return rows.map(([, does = '', name = '', call = '']) => ({
      namespace,
      name,
      args: namespace === 'messenger:on' ? ['listener'] : parametersOf(call),
      does,
    }));
  });
};

/** @param {string} does a call's description, with its mark */
const marked = (does) =>
  does.replace(/^(Extra|Not yet): (.)/, (_, mark, first) => `**${mark}.** ${first.toUpperCase()}`);

/** The tables, in Markdown. */
export const callTables = () => {
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
export const nameTable = () => {
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

/** The pages with tables of calls, and what makes each. */
export const PAGES = { 'README.md': nameTable, 'docs/calls.md': callTables };

/** A page with fresh tables. @param {keyof typeof PAGES} name */
export const freshPage = (name) => {
  const page = readFileSync(join(root, name), 'utf8');
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${name} has no place for the calls.`);
  return page.slice(0, from) + PAGES[name]() + page.slice(to + END.length);
};

const HELP = `node scripts/callsTable.mjs [--check]
  --check  writes nothing, and fails if the page is stale`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = readOptions(HELP, { check: { type: 'boolean' } });
  for (const name of /** @type {(keyof typeof PAGES)[]} */ (Object.keys(PAGES))) {
    const fresh = freshPage(name);
    if (!values.check) writeFileSync(join(root, name), fresh);
    else if (fresh !== readFileSync(join(root, name), 'utf8')) {
      console.error(`${name}: the table of calls is stale: run node scripts/callsTable.mjs.`);
      process.exit(1);
    }
  }
}
