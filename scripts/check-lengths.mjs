/**
 * Checks the lengths of files and of functions, both without the named functions inside them and with them. The limits
 * are data.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { LONGER } from './longer.mjs';
import { filesOf, root } from './run.mjs';

/**
 * The most lines of a file and of a function in each folder, an inner folder after its outer one: `function` without the named functions inside, `whole`
 * with them. `lets` is the most names that a function reassigns.
 */
const LIMITS = [
  { folder: 'src', file: 300, function: 80, whole: 120, lets: 5 },
  { folder: 'examples', file: 300 },
  { folder: 'examples/lib', file: 200, function: 80, whole: 120, lets: 5 },
  { folder: 'examples/support-desk/shared', file: 200, function: 80, whole: 120, lets: 5 },
  { folder: 'examples/support-desk/server', file: 200, function: 80, whole: 120, lets: 5 },
  { folder: 'examples/support-desk/inbox', file: 200, function: 80, whole: 120, lets: 5 },
  { folder: 'scripts', file: 300 },
  { folder: 'scripts/porch-cost', file: 300, function: 80, whole: 120, lets: 5 },
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
 * @param {string} at the file, or the file and the function
 * @param {Record<string, number>} lengths of it
 * @param {Record<string, number | undefined>} limit of its folder
 * @param {Record<string, number | undefined>} [own] the figures of `longer.mjs`
 * @returns {string[]} what is too long, and each figure that is not exact
 */
export const lengthProblems = (at, lengths, limit, own = {}) =>
  Object.entries(lengths).flatMap(([what, length]) => {
    const most = limit[what] ?? Number.POSITIVE_INFINITY;
    if (own[what] === undefined)
      return length > most ? [`${at}: ${what} is ${length}; the limit is ${most}`] : [];
    if (length <= most) return [`${at}: ${what} is ${length} and needs no entry in longer.mjs`];
    return own[what] === length ? [] : [`${at}: ${what} is ${length}; longer.mjs has ${own[what]}`];
  });

/** @param {string} file @returns {typeof LIMITS[number] | undefined} the limits of the innermost folder that has some */
const limitOf = (file) => LIMITS.findLast(({ folder }) => file.startsWith(`${folder}/`));

/** @param {string} file @returns {string[]} */
const problemsOf = (file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const { folder, ...limit } = limitOf(file) ?? { folder: '' };
  const entry = LONGER.find(({ path }) => path === file);
  const functions = 'function' in limit ? functionLengths(file, text) : [];
  const gone = Object.keys(entry?.functions ?? {}).filter(
    (name) => !functions.some((one) => one.name === name),
  );
  return [
    ...lengthProblems(file, { file: text.trimEnd().split('\n').length }, limit, { file: entry?.file }),
    ...functions.flatMap(({ name, line, lines, whole, lets }) =>
      lengthProblems(
        `${file}:${line} ${name}`,
        { function: lines, whole, lets },
        limit,
        entry?.functions?.[name],
      ),
    ),
    ...gone.map((name) => `${file} has no ${name}; longer.mjs has`),
  ];
};

/** @returns {string[]} the problems */
const tooLong = () => {
  const files = ['src', 'examples', 'scripts'].flatMap((folder) =>
    filesOf(join(root, folder))
      .filter((path) => /\.(tsx?|mjs|js)$/.test(path))
      .map((path) => relative(root, path).replaceAll('\\', '/')),
  );
  const gone = LONGER.filter(({ path }) => !files.includes(path));
  return [...files.flatMap(problemsOf), ...gone.map(({ path }) => `${path} is not there; longer.mjs has it`)];
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = tooLong();
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('No function and no file is too long.');
  process.exit(problems.length ? 1 : 0);
}
