/** How each command of the documentation is tested: the rows of three people, in their order. */
import { commandsOf, PAGES } from './blocks.mjs';
import { CONTRIBUTOR, createContributor } from './contributor.mjs';
import { createOperator, OPERATOR } from './operator.mjs';
import { createPublisher, PUBLISHER } from './publisher.mjs';

/** @typedef {import('./blocks.mjs').Command} Command */

/**
 * A row about a command has `begins`, and either `leftOut` or how to test it. A row without `begins` only checks
 * something.
 * @template T what the rows of a person share
 * @typedef {object} Row
 * @property {string} [page] of the command; without it, the row is about a command of any page
 * @property {string} [begins] how the command begins
 * @property {string} [leftOut] why the command is not run
 * @property {(code: string, shared: T) => Promise<unknown>} [run] by default, runs it as the person
 * @property {string} [is] what the check proves, as a sentence
 * @property {(shared: T, output: string) => unknown} [check] throws if it fails
 */

/**
 * `create` makes what the rows share, in a place and with a clone of this repository; `run` runs commands of rows
 * without their own `run`.
 * @typedef {object} Person
 * @property {string} who
 * @property {Row<any>[]} rows
 * @property {(place: import('./place.mjs').Place, clone: string) => Promise<any>} create
 * @property {(code: string, shared: any) => Promise<unknown>} run
 */

/** @type {Person[]} */
export const PEOPLE = [
  {
    who: 'publisher',
    rows: PUBLISHER,
    create: createPublisher,
    run: (code, { place, clone }) => place.shell(code, { cwd: clone }),
  },
  {
    who: 'contributor',
    rows: CONTRIBUTOR,
    create: createContributor,
    run: (code, { place, clone }) => place.shell(code, { cwd: clone }),
  },
  { who: 'operator', rows: OPERATOR, create: createOperator, run: (code, { machine }) => machine.run(code) },
];

/** @param {Row<any>} row @param {Command} command */
export const isAbout = ({ page, begins }, command) =>
  begins !== undefined && command.code.startsWith(begins) && (page === undefined || page === command.page);

/** @param {Row<any>} row @param {Command[]} commands @returns {Command | undefined} the command of the row */
export const commandOf = (row, commands) => commands.find((command) => isAbout(row, command));

/** @returns {Command[]} the commands of all pages */
export const allCommands = () => PAGES.flatMap(commandsOf);

/**
 * @param {Command[]} [commands] those of all pages by default
 * @param {Row<any>[]} [rows] those of all people by default
 * @returns {string[]} the commands without a row, and the rows without a command
 */
export const unclassified = (commands = allCommands(), rows = PEOPLE.flatMap((person) => person.rows)) => [
  ...commands
    .filter((command) => !rows.some((row) => isAbout(row, command)))
    .map(({ page, line, code }) => `${page}:${line}: no row of scripts/followDocs is about: ${code}`),
  ...rows
    .filter((row) => row.begins !== undefined && !commandOf(row, commands))
    .map(({ page = 'the pages', begins }) => `scripts/followDocs: ${page} no longer has: ${begins}`),
];
