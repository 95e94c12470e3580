/** The parser of the operator's commands. Plain JavaScript, so that `npm run desk` answers before anything is built. */
import { parseArgs } from 'node:util';

const HELP = `npm run desk -- COMMAND
  backup FILE         writes the database, the uploaded files and the settings into one new file,
                      while the desk runs or not
  restore FILE        puts a backup into an empty DATA_DIR and, with DATABASE_URL, into an empty PostgreSQL database
  restore FILE --copy the same for a desk beside the one of the backup: it sends no email and tells no webhook
  sign-in-link EMAIL  prints a link with which an agent who is locked out sets a new password, while the desk runs or not
  move postgres://…   copies the embedded database of a stopped desk into an empty PostgreSQL database
  help                prints this

Set DATA_DIR, DATABASE_URL and UPLOADS_URL as for the desk. With a built desk, without npm: node examples/support-desk/build/desk.js COMMAND`;

const NAMES = /** @type {const} */ (['backup', 'restore', 'sign-in-link', 'move']);

/** @typedef {typeof NAMES[number]} CommandName */

/**
 * @param {string[]} given the words after the program's name
 * @returns {{ name: CommandName, value: string, isCopy: boolean } | 'help' | { problem: string }}
 */
export const readCommandLine = (given) => {
  /** @type {string[]} */
  let positionals;
  let isCopy = false;
  try {
    const read = parseArgs({
      args: given,
      options: { help: { type: 'boolean', short: 'h' }, copy: { type: 'boolean' } },
      allowPositionals: true,
    });
    if (read.values.help || read.positionals[0] === 'help') return 'help';
    positionals = read.positionals;
    isCopy = read.values.copy ?? false;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const [typed = '', value, ...more] = positionals;
  const name = NAMES.find((known) => known === typed);
  if (!name) return { problem: typed ? `There is no command '${typed}'.` : 'A command is missing.' };
  if (value === undefined) return { problem: `'${name}' needs a value.` };
  if (more.length > 0) return { problem: `There are too many values: ${more.join(' ')}` };
  if (isCopy && name !== 'restore') return { problem: `'${name}' makes no copy.` };
  return { name, value, isCopy };
};

/**
 * Prints the help if asked for, or the problem.
 * @param {Exclude<ReturnType<typeof readCommandLine>, { name: CommandName }>} read
 * @returns {number} the exit code
 */
export const answerWithHelp = (read) => {
  if (read === 'help') {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  process.stderr.write(`${read.problem}\n\n${HELP}\n`);
  return 2;
};
