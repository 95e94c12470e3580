/** What nobody uses: files that no file imports, exports that no other file names, and words that no code names. */

const EXPORT = /^export (?:declare )?(?:const|let|function|class|type|interface|async function) (\w+)/gm;

/**
 * @param {ReadonlyMap<string, string>} own the texts of the files that are checked, by file
 * @param {Iterable<string>} others the texts of other code that may use them, such as tests
 * @returns {string[]} each export that no other file names
 */
export const unusedExports = (own, others) => {
  /** @type {Map<string, Set<unknown>>} the files that contain a name */
  const users = new Map();
  /** @param {unknown} file @param {string} text */
  const read = (file, text) => {
    for (const name of new Set(text.match(/\w+/g))) users.set(name, (users.get(name) ?? new Set()).add(file));
  };
  for (const [file, text] of own) read(file, text);
  for (const text of others) read(text, text);
  return [...own].flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)].flatMap(([, name = '']) =>
      (users.get(name)?.size ?? 0) > 1 ? [] : [`${file} exports ${name}, which no other file names`],
    ),
  );
};

/**
 * @param {import('./importGraph.mjs').Graph} graph
 * @param {(file: string) => boolean} isEntry whether something else loads it
 * @returns {string[]} each file that no other file imports
 */
export const unusedFiles = (graph, isEntry) => {
  const imported = new Set(
    [...graph].flatMap(([file, made]) => made.flatMap(({ to }) => (to === file ? [] : [to]))),
  );
  return [...graph.keys()]
    .filter((file) => !imported.has(file) && !isEntry(file))
    .map((file) => `${file}: no file imports it`);
};

/**
 * @param {Iterable<string>} keys such as `upload.tooMany`
 * @param {Iterable<string>} texts of the code
 * @returns {string[]} each key that no code names. Code names the parts of a key one by one
 */
export const unusedWords = (keys, texts) => {
  const named = new Set([...texts].flatMap((text) => text.match(/\w+/g) ?? []));
  return [...keys]
    .filter((key) => !key.split('.').every((part) => named.has(part)))
    .map((key) => `${key}: no code names it`);
};
