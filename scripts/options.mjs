import { parseArgs } from 'node:util';

/** @typedef {NonNullable<import('node:util').ParseArgsConfig['options']>} Options */

/**
 * Reads the options of a script. Prints `help` and exits if asked to. Prints the problem and exits with code 2 if an
 * option is unknown.
 * @template {Options} O
 * @param {string} help what the script does, its usage, and a line for each option
 * @param {O} options as `parseArgs` of node:util takes them, without `help`
 * @param {number} [most] the most positional values; none by default
 */
export const readOptions = (help, options, most = 0) => {
  /** @param {string} problem @returns {never} */
  const refuse = (problem) => {
    console.error(`${problem}\n\n${help}`);
    process.exit(2);
  };
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) {
    console.log(help);
    process.exit(0);
  }
  const read = () => {
    try {
      return parseArgs({ options, allowPositionals: most > 0 });
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error));
    }
  };
  const { values, positionals } = read();
  if (positionals.length > most) refuse(`There are too many values: ${positionals.slice(most).join(' ')}`);
  return { values, positionals, refuse };
};
