/**
 * Checks the lengths of files and of functions, both without the named functions inside them and with them. The limits
 * are data.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { filesOf, root } from './run.mjs';

/**
 * The most lines of a file and of a function in each folder: `function` without the named functions inside, `whole`
 * with them. `lets` is the most names that a function reassigns.
 */
const LIMITS = [
  { folder: 'src', file: 300, function: 80, whole: 120, lets: 5 },
  { folder: 'examples', file: 300 },
  { folder: 'examples/support-desk/server', file: 200, function: 80, whole: 120, lets: 5 },
  { folder: 'examples/support-desk/inbox', file: 200, function: 80, whole: 120, lets: 5 },
  { folder: 'scripts', file: 300 },
  { folder: 'scripts/porch-cost', file: 300, function: 80, whole: 120, lets: 5 },
];

/**
 * Longer closures, with their lengths. Dividing any of them put a row over its size budget (`npx size-limit`). None may
 * grow.
 */
const LONGER = [
  { file: 'src/model/messageLog.ts', name: 'createLog', whole: 78, lets: 11 },
  { file: 'src/loader/boot.ts', name: 'boot', whole: 136, lets: 5 },
  { file: 'src/slices/user.ts', name: 'createUser', whole: 150, lets: 5 },
  { file: 'src/delivery/receiving/stayConnected.ts', name: 'createConnectionKeeper', whole: 152, lets: 5 },
];

const INBOX = 'examples/support-desk/inbox';
const SERVER = 'examples/support-desk/server';

/** Files of the desk that are older than its limits and not parted yet. None may grow. */
const UNPARTED = [
  { file: `${INBOX}/model/decode.ts`, lines: 285 },
  { file: `${INBOX}/services/api.ts`, lines: 294 },
  { file: `${INBOX}/services/live.ts`, lines: 201 },
  { file: `${INBOX}/state/conversations/conversations.ts`, lines: 204 },
  { file: `${INBOX}/state/conversations/listing.ts`, lines: 237 },
  { file: `${INBOX}/state/settings/settings.ts`, lines: 277 },
  { file: `${INBOX}/state/workspace.ts`, lines: 300 },
  { file: `${SERVER}/domain/voice/calls.ts`, lines: 207 },
  { file: `${SERVER}/http/rates.ts`, lines: 204 },
  { file: `${SERVER}/realtime/bayeux.ts`, lines: 243 },
  { file: `${SERVER}/start/start.ts`, lines: 300 },
];

/** The functions of the desk that are not parted yet, with all that is in them. None may grow. */
const UNPARTED_FUNCTIONS = [
  { file: `${INBOX}/services/api.ts`, name: 'createApi', whole: 153, lets: 5 },
  { file: `${INBOX}/state/conversations/conversations.ts`, name: 'createConversations', whole: 148, lets: 5 },
  { file: `${INBOX}/state/conversations/listing.ts`, name: 'createListing', whole: 149, lets: 5 },
  { file: `${INBOX}/state/inbox.ts`, name: 'createInbox', own: 94, whole: 126, lets: 5 },
  { file: `${INBOX}/state/settings/settings.ts`, name: 'createSettings', whole: 196, lets: 5 },
  { file: `${INBOX}/state/workspace.ts`, name: 'createWorkspace', own: 157, whole: 240, lets: 5 },
  { file: `${SERVER}/domain/voice/calls.ts`, name: 'createCalls', whole: 147, lets: 5 },
  { file: `${SERVER}/realtime/bayeux.ts`, name: 'createBayeux', whole: 172, lets: 5 },
  { file: `${SERVER}/start/start.ts`, name: 'startDesk', own: 150, whole: 167, lets: 5 },
];

/** @typedef {{ type: string, start: number, end: number } & Record<string, unknown>} Node */
/**
 * `lines` excludes the named functions inside and `whole` includes them; `lets` counts the names that the function
 * reassigns.
 * @typedef {{ name: string, line: number, lines: number, whole: number, lets: number }} Counted
 */

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

/** @param {Node} node */
const isFunction = ({ type }) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/**
 * @param {Node} node
 * @param {Node | undefined} parent
 * @returns {string | undefined} the function's own name, or the name it is assigned to
 */
const nameOf = (node, parent) => {
  const holder = [node.id, parent?.id, parent?.key, parent?.left].find(isNode);
  const holds = [parent?.init, parent?.value, parent?.right].includes(node);
  return isNode(node.id) || holds ? String(holder?.name ?? holder?.value ?? 'a computed name') : undefined;
};

/**
 * Counts the lines of each function. The lines of an inner named function count only for that one.
 * @param {string} file decides the language
 * @param {string} text
 * @returns {Counted[]}
 */
export const functionLengths = (file, text) => {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  /** @param {number} at */
  const lineOf = (at) => text.slice(0, at).split('\n').length;
  /** @type {Counted[]} */
  const found = [];
  /**
   * @param {Node} node
   * @param {Node | undefined} parent
   * @param {Counted | undefined} around the named function that holds the node
   */
  const visit = (node, parent, around) => {
    let within = around;
    if (isFunction(node)) {
      const name = nameOf(node, parent);
      const line = lineOf(node.start);
      const lines = lineOf(node.end) - line + 1;
      if (name !== undefined || !around) {
        within = { name: name ?? 'a function without a name', line, lines, whole: lines, lets: 0 };
        found.push(within);
        if (around) around.lines -= lines;
      }
    }
    if (within && node.type === 'VariableDeclaration' && node.kind === 'let')
      within.lets += /** @type {unknown[]} */ (node.declarations).length;
    for (const value of Object.values(node).flat()) if (isNode(value)) visit(value, node, within);
  };
  visit(/** @type {Node} */ (/** @type {unknown} */ (program)), undefined, undefined);
  return found;
};

/**
 * @param {string} file
 * @param {string} name
 * @param {number} most
 * @returns {number} the most lines of its own
 */
const ownLimit = (file, name, most) =>
  UNPARTED_FUNCTIONS.find((one) => one.file === file && one.name === name)?.own ?? most;

/** @returns {string[]} the problems */
const tooLong = () =>
  LIMITS.flatMap(({ folder, ...limit }) =>
    filesOf(join(root, folder))
      .filter((path) => /\.(tsx?|mjs|js)$/.test(path))
      .flatMap((path) => {
        const file = relative(root, path).replaceAll('\\', '/');
        const text = readFileSync(path, 'utf8');
        const lines = text.trimEnd().split('\n').length;
        const most = UNPARTED.find((one) => one.file === file)?.lines ?? limit.file;
        const functions = limit.function ? functionLengths(file, text) : [];
        return [
          ...(lines > most ? [`${file} has ${lines} lines; the limit is ${most}`] : []),
          ...functions.flatMap((one) => {
            const { whole = 0, lets = 0 } =
              [...LONGER, ...UNPARTED_FUNCTIONS].find(
                (some) => some.file === file && some.name === one.name,
              ) ?? limit;
            const at = `${file}:${one.line} ${one.name}`;
            return [
              ...(one.whole > whole
                ? [`${at} has ${one.whole} lines with all in it; the limit is ${whole}`]
                : []),
              ...(one.lets > lets ? [`${at} gives ${one.lets} names new values; the limit is ${lets}`] : []),
            ];
          }),
          ...functions
            .filter((one) => one.lines > ownLimit(file, one.name, limit.function ?? 0))
            .map(
              ({ name, line, lines }) =>
                `${file}:${line} ${name} has ${lines} lines; the limit is ${limit.function}`,
            ),
        ];
      }),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = tooLong();
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('No function and no file is too long.');
  process.exit(problems.length ? 1 : 0);
}
