/** Reads the table of the page's calls: `commands.ts`, `settings.ts` and `events.ts` of src/npm. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const TABLE = ['commands', 'settings', 'events'].map((name) => join(root, `src/npm/${name}.ts`));
const FILES = join(root, 'src/features/hostCalls');

/** The type of each group of calls, its namespace, and whether its calls wait for the messenger without loading it. */
const GROUPS = /** @type {const} */ ([
  ['Commands', 'messenger', false],
  ['UiCommands', 'messenger:ui', false],
  ['OpenCommands', 'messenger:open', false],
  ['GetCommands', 'messenger:get', false],
  ['Settings', 'messenger:set', true],
  ['Events', 'messenger:on', true],
]);

/**
 * The tags of a call, besides type and description:
 * - `early`: what the launcher does before the messenger has loaded; a function of `launcher/earlyCalls.ts`
 * - `waits`: the call does not load the messenger, like settings and subscriptions
 * - `loads`: the file of `features/hostCalls` that carries it out; without it, `commands.ts` does
 * - `flag`: the account's flag that turns it off
 * - `sets`: the state that it sets, until a later call does
 * - `resets`: the state that it resets to its default
 * - `until`: it is in effect until a call resets this state
 */
export const TAGS = /** @type {const} */ (['early', 'waits', 'loads', 'flag', 'sets', 'resets', 'until']);

/**
 * @typedef {Partial<Record<typeof TAGS[number], string>>} Tags
 * @typedef {{ namespace: string, name: string, fullName: string, args: string[], does: string } & Tags} Call
 */

/**
 * The names of a call's parameters, in order; optional ones end with `?`.
 * @param {string} type the call's function type
 */
const parametersOf = (type) => {
  let depth = 0;
  /** The top level of the parameter list, without nested brackets. */
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
 * Reads the comment above a call.
 * @param {string} fullName
 * @param {string} comment
 * @throws {Error} if a tag is unknown, names a missing file, or contradicts another
 */
export const readComment = (fullName, comment) => {
  const [does = '', ...lines] = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .filter(Boolean);
  /** @type {Tags} */
  const tags = {};
  for (const line of lines) {
    const [, tag = '', value = ''] = /^@(\w+) ?(\S*)$/.exec(line) ?? [];
    const known = TAGS.find((name) => name === tag);
    if (!known) throw new Error(`${fullName}: "${line}" is no tag. The tags are ${TAGS.join(', ')}.`);
    if (known === 'loads' && !existsSync(join(FILES, `${value}.ts`)))
      throw new Error(`${fullName}: there is no features/hostCalls/${value}.ts.`);
    tags[known] = value || 'true';
  }
  if (tags.early && tags.flag)
    throw new Error(`${fullName}: the launcher knows no flag, and would act anyway.`);
  return { does: does.trim(), ...tags };
};

/**
 * The calls, in the table's order.
 * @returns {Call[]}
 */
export const readCalls = () => {
  const source = TABLE.map((path) => readFileSync(path, 'utf8')).join('\n');
  return GROUPS.flatMap(([type, namespace, waits]) => {
    const at = source.indexOf(`export type ${type} = {`);
    const body = source.slice(at, source.indexOf('\n};', at));
    const rows = [...body.matchAll(/\n {2}\/\*\*([\s\S]+?)\*\/\n {2}(\w+): ([\s\S]*?)(?=\n {2}\/\*\*|$)/g)];
    return rows.map(([, comment = '', name = '', call = '']) => {
      const fullName = `${namespace}.${name}`;
      return {
        namespace,
        name,
        fullName,
        args: namespace === 'messenger:on' ? ['listener'] : parametersOf(call),
        ...(waits && { waits: 'true' }),
        ...readComment(fullName, comment),
      };
    });
  });
};
