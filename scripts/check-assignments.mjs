/**
 * Checks that no file changes another file's object, in any of the ways of `assignments/changes.mjs`: call an action of
 * its owner (`assignments/owners.mjs`) or add a listener. The exceptions are data. With the same types it checks the
 * rules of `signalRules.mjs`.
 */
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALLOWED } from './assignments/allowed.mjs';
import { assignedBy, changesBy } from './assignments/changes.mjs';
import { ownersFor } from './assignments/owners.mjs';
import { programOf, ts } from './assignments/program.mjs';
import { root } from './run.mjs';
import { signalFaults } from './signalRules.mjs';

const DESK = 'examples/support-desk';
const FOLDERS = ['src', ...['server', 'inbox', 'shared'].map((name) => `${DESK}/${name}`)];
/** No signals are here, so the types of conditions need not be known. */
const WITHOUT_SIGNALS = `/${DESK}/server/`;

/**
 * @param {string[]} files absolute paths
 * @param {string} base their folder
 * @param {typeof ALLOWED} [allowed]
 * @returns {string[]} one line for each change that is not allowed, and for each part of an exception without a change
 */
export const findAssignments = (files, base, allowed = ALLOWED) => {
  const program = programOf(files);
  const checker = program.getTypeChecker();
  /** @param {string} path */
  const named = (path) => relative(base, path).split(sep).join('/');
  const unused = new Map(allowed.map((rule) => [rule, new Set([...rule.files, ...(rule.members ?? [])])]));
  const faultsOf = (/** @type {string} */ path) => {
    const file = program.getSourceFile(path);
    const ownerOf = ownersFor(checker, file);
    const rules = allowed.filter((rule) => rule.files.includes(named(path)));
    const hasSignals = !path.includes(WITHOUT_SIGNALS);
    /** @type {Set<string>} */
    const found = new Set();
    const visit = (/** @type {any} */ node) => {
      const faults = hasSignals ? signalFaults(ts, checker, node, assignedBy(node)) : [];
      for (const { object, name, shown } of changesBy(checker, node)) {
        const owned = ownerOf(object, name);
        if (!owned) continue;
        const owner = named(owned.owner);
        const rule = rules.find((one) => one.owner === owner && (one.members?.includes(owned.name) ?? true));
        if (!rule) faults.push(`changes ${shown}, which ${owner} owns.`);
        else for (const part of [named(path), owned.name]) unused.get(rule)?.delete(part);
      }
      for (const fault of faults) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.add(`${named(path)}:${line + 1} ${fault}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return [...found];
  };
  return [
    ...files.flatMap(faultsOf),
    ...[...unused].flatMap(([{ owner }, parts]) =>
      [...parts].map((part) => `The exception of ${part} for ${owner} is not needed.`),
    ),
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = FOLDERS.flatMap((folder) =>
    ts.sys.readDirectory(`${root}/${folder}`, ['.ts', '.tsx']),
  ).filter((/** @type {string} */ name) => !name.endsWith('.d.ts') && !name.includes('/src/npm/'));
  const found = findAssignments(files, root);
  for (const line of found) console.error(line);
  console.log(
    found.length > 0
      ? `${found.length} faults. To change another file's object, call an action of its owner or add a listener.`
      : `${files.length} files change nothing that another file owns.`,
  );
  process.exitCode = found.length > 0 ? 1 : 0;
}
