/** Reads the imports of the source files in a folder from their text. */
import { readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { filesOf, root } from './run.mjs';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s*'([^']+)'|import\s*\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

/** @typedef {{ to: string, kind: 'static' | 'type' | 'dynamic' }} Import `to` is the specifier as written */
/** @typedef {Map<string, Import[]>} Graph the imports by file; an import of a file in the graph has that file's name */

/** @param {string} text @returns {Import[]} */
export const importsIn = (text) =>
  [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(IMPORT)].map(([, type, from, dynamic, bare]) => ({
    to: from ?? dynamic ?? bare ?? '',
    kind: dynamic ? 'dynamic' : type ? 'type' : 'static',
  }));

/** @param {Map<string, string>} texts by file @returns {Graph} */
export const graphOf = (texts) => {
  /** @param {string} file @param {string} target */
  const resolve = (file, target) => {
    if (!target.startsWith('.')) return target;
    const base = posix.join(posix.dirname(file), target);
    return [base, `${base}.ts`, `${base}.tsx`].find((path) => texts.has(path)) ?? base;
  };
  return new Map(
    [...texts].map(([file, text]) => [
      file,
      importsIn(text).map(({ to, kind }) => ({ to: resolve(file, to), kind })),
    ]),
  );
};

/**
 * @param {string} folder relative to the repository
 * @param {RegExp} [names] the names of the files; by default, TypeScript
 * @returns {Map<string, string>} the texts by file, relative to the folder
 */
export const readTexts = (folder, names = /\.tsx?$/) => {
  const base = join(root, folder);
  const paths = filesOf(base).filter((path) => names.test(path));
  return new Map(
    paths.map((path) => [relative(base, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );
};

/** @param {Graph} graph @returns {string[]} each circle once, as a path of files */
export const circlesOf = (graph) => {
  /** @type {string[]} */
  const found = [];
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map();
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    if (state.get(file) === 'open') found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const { to } of graph.get(file) ?? []) if (graph.has(to)) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
};
