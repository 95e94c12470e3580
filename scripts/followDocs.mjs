/**
 * Follows the documentation from the beginning, in an empty folder with a fresh clone of the last commit, as a
 * publisher, a contributor and an operator. Runs the commands of the pages unchanged; `followDocs/` has a row for each.
 */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { cloneThis } from './followDocs/machine.mjs';
import { createPlace } from './followDocs/place.mjs';
import { allCommands, commandOf, PEOPLE, unclassified } from './followDocs/rows.mjs';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';
import { installChromium, installPackages } from './setup.mjs';

const HELP = `node scripts/followDocs.mjs [PERSON]
  follows README.md and docs/ as one person, or as all: ${PEOPLE.map(({ who }) => who).join(', ')}`;

/** @typedef {import('./followDocs/rows.mjs').Row<any>} Row */
/** @typedef {{ passed: number, failed: number, leftOut: string[] }} Total */

/** @param {string} text */
const firstLine = (text) => text.split('\n')[0] ?? '';

/** @param {Row} row @param {import('./followDocs/blocks.mjs').Command | undefined} command */
const titleOf = (row, command) =>
  command ? `${command.page}:${command.line}  ${firstLine(command.code)}` : (row.is ?? '');

/**
 * Runs a row's command and its check.
 * @param {Row} row
 * @param {import('./followDocs/rows.mjs').Person} person
 * @param {unknown} shared
 * @param {string} [code]
 */
const follow = async (row, person, shared, code) => {
  const output = code === undefined ? '' : await (row.run ?? person.run)(code, shared);
  await row.check?.(shared, /** @type {string} */ (output));
};

/** @param {import('./followDocs/rows.mjs').Person} person @param {Total} total */
const followAs = async (person, total) => {
  console.log(`\n— as ${person.who}`);
  const commands = allCommands();
  const place = createPlace();
  const stop = () => void place.end().finally(() => process.exit(130));
  process.once('SIGINT', stop);
  try {
    const shared = await person.create(place, await cloneThis(place));
    for (const row of person.rows) {
      const command = row.begins === undefined ? undefined : commandOf(row, commands);
      const title = titleOf(row, command);
      if (row.leftOut) {
        total.leftOut.push(`${title}\n    ${row.leftOut}`);
        continue;
      }
      const began = performance.now();
      try {
        await follow(row, person, shared, command?.code);
        total.passed++;
        console.log(`✓ ${title}  (${((performance.now() - began) / 1000).toFixed(0)} s)`);
        if (command && row.is) console.log(`    ${row.is}`);
      } catch (error) {
        total.failed++;
        console.error(`✗ ${title}\n${row.is ? `    not so: ${row.is}\n` : ''}${error}`);
      }
    }
  } finally {
    process.off('SIGINT', stop);
    await place.end();
  }
};

/**
 * @param {string} [who] one person; all by default
 * @returns {Promise<number>} the exit code: 0 if everything that ran passed and each command of the pages has a row
 */
export const followDocs = async (who) => {
  await Promise.all([installPackages(), installChromium()]);
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (stdout) console.warn('Only what is committed is followed.');
  /** @type {Total} */
  const total = { passed: 0, failed: 0, leftOut: [] };
  for (const problem of unclassified()) {
    total.failed++;
    console.error(`✗ ${problem}`);
  }
  for (const person of PEOPLE) if (!who || person.who === who) await followAs(person, total);
  console.log('\n— left out');
  for (const line of total.leftOut) console.log(`– ${line}`);
  console.log(`\n${total.leftOut.length} left out`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed ? 1 : 0;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { positionals, refuse } = readOptions(HELP, {}, 1);
  const [who] = positionals;
  if (who && !PEOPLE.some((person) => person.who === who)) refuse(`There is no person '${who}'.`);
  process.exit(await followDocs(who));
}
