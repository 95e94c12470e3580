/**
 * What the support desk may import from outside its folder: the entries of the messenger's package, whose `exports` are
 * the contract between the two, and a few files by path.
 */

const PACKAGE = '@porch/messenger';

/** Files that the desk imports by path. It reads the other files of their folders at run time. */
const BY_PATH = ['../../locales/chain.mjs', '../../locales/codes.json'];

/**
 * @param {import('./importGraph.mjs').Graph} desk by path from the desk's folder
 * @param {string[]} entries the names in the `exports` of the package, such as `./wire/message`
 * @returns {string[]} the problems
 */
export const packageProblems = (desk, entries) => {
  const exported = new Set(entries.map((entry) => entry.replace('.', PACKAGE)));
  const used = new Set();
  /** @param {string} to @returns {string | undefined} why it is refused */
  const refusal = (to) => {
    if (to.startsWith('../') && !BY_PATH.includes(to))
      return `from outside its folder it may import ${PACKAGE}`;
    if (to.startsWith(PACKAGE) && !exported.has(to)) return 'src/package.json does not export it';
    return undefined;
  };
  const refused = [...desk].flatMap(([file, made]) =>
    made.flatMap(({ to }) => {
      used.add(to);
      const why = refusal(to);
      return why ? [`${file} imports ${to}: ${why}`] : [];
    }),
  );
  const unused = [...exported].filter((entry) => !used.has(entry));
  return [
    ...refused,
    ...unused.map((entry) => `src/package.json exports ${entry}, which the desk does not import`),
  ];
};
