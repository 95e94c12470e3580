/** The options of `porch-cost`. */
import { parseArgs } from 'node:util';
import { WrongOption } from './failure.mjs';
import { nearest } from './nearest.mjs';

export const HELP = `porch-cost PAGE --embed TAG_OR_FILE [options]
porch-cost PAGE --without SELECTOR_OR_PATTERN [options]

Loads a page with an embed and without it, in Chrome, and prints what the embed adds.
PAGE is an address, or an HTML file or a folder with index.html, which the command serves itself.

  --embed TAG_OR_FILE   the embed's HTML, or a file with it; it is put before </body>
  --without WHAT        for a page that has the embed: a selector of its tag, or a pattern of its address
                        such as '*://desk.example/*'; those requests are blocked in the visits without it
  --launcher SELECTOR   what opens the embed, where it is not found; 'none' opens nothing
  --budget FILE         fails where the embed is over a budget of this JSON file
  --policy              also tries a strict Content Security Policy, and lists what it blocks

  --runs N              visits of each kind, 5 by default; memory and INP take 3 at most
  --cpu N               makes the processor N times slower, 4 by default; 1 leaves it
  --kbps N              the connection's speed in kbit/s, 1600 by default; 0 leaves it
  --latency MS          what every request takes more, 150 by default
  --settle MS           how long nothing loads before the page counts as quiet, 1000 by default
  --chrome-flag FLAG    one more flag for Chrome, as '--ignore-certificate-errors'; may be repeated

  --json FILE           writes all figures
  --markdown FILE       writes a table for a pull request
  --compare FILE        adds to the tables the difference to the JSON of an earlier run
  --junit FILE          writes a test report with a case for each budget
  --picture FILE        writes a small SVG
  --quiet               prints only what is over a budget or failed
  --help, --version

Chrome is taken from CHROME_PATH, or from where systems install it.
Exit codes: 0 within the budget, 1 over it, 2 the page could not be measured.`;

/** @satisfies {import('node:util').ParseArgsConfig['options']} */
const OPTIONS = /** @type {const} */ ({
  embed: { type: 'string' },
  without: { type: 'string' },
  launcher: { type: 'string' },
  budget: { type: 'string' },
  policy: { type: 'boolean' },
  runs: { type: 'string' },
  cpu: { type: 'string' },
  kbps: { type: 'string' },
  latency: { type: 'string' },
  settle: { type: 'string' },
  'chrome-flag': { type: 'string', multiple: true },
  json: { type: 'string' },
  markdown: { type: 'string' },
  compare: { type: 'string' },
  junit: { type: 'string' },
  picture: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
});

/** The numeric options: default, minimum and maximum. */
const NUMBERS = {
  runs: { usual: 5, least: 1, most: 100, whole: true },
  cpu: { usual: 4, least: 1, most: 50, whole: false },
  kbps: { usual: 1600, least: 0, most: 1e7, whole: false },
  latency: { usual: 150, least: 0, most: 60_000, whole: false },
  settle: { usual: 1000, least: 50, most: 10_000, whole: false },
};

/**
 * @typedef {object} Options
 * @property {string} page
 * @property {string} [embed]
 * @property {string} [without]
 * @property {string} [launcher]
 * @property {string} [budget]
 * @property {boolean} policy
 * @property {number} runs
 * @property {number} cpu
 * @property {number} kbps
 * @property {number} latency
 * @property {number} settle
 * @property {string[]} flags
 * @property {string} [json]
 * @property {string} [markdown]
 * @property {string} [compare]
 * @property {string} [junit]
 * @property {string} [picture]
 * @property {boolean} quiet
 */

/** @param {string[]} args */
const parse = (args) => {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(said) ?? [];
    if (!unknown) throw new WrongOption(said);
    const near = nearest(unknown, Object.keys(OPTIONS));
    throw new WrongOption(`There is no option --${unknown}.${near ? ` Did you mean --${near}?` : ''}`);
  }
};

/** @param {keyof typeof NUMBERS} name @param {string | undefined} text */
const numberOf = (name, text) => {
  const { usual, least, most, whole } = NUMBERS[name];
  if (text === undefined) return usual;
  const number = Number(text);
  const fits = number >= least && number <= most && (!whole || Number.isInteger(number));
  if (text.trim() === '' || !fits)
    throw new WrongOption(
      `--${name} takes ${whole ? 'a whole number' : 'a number'} from ${least} to ${most}, not '${text}'.`,
    );
  return number;
};

/**
 * @param {string[]} args
 * @returns {Options | 'help' | 'version'}
 */
export const readOptions = (args) => {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const [page, ...more] = positionals;
  if (!page) throw new WrongOption('Which page? Give its address, or an HTML file.');
  if (more.length > 0) throw new WrongOption(`Only one page can be measured, and '${more[0]}' is another.`);
  if (!values.embed === !values.without)
    throw new WrongOption('Give either --embed, or --without for a page that has the embed.');
  const { 'chrome-flag': flags = [], policy = false, quiet = false, help, version, ...rest } = values;
  /** @param {keyof typeof NUMBERS} name */
  const number = (name) => numberOf(name, values[name]);
  return {
    ...rest,
    ...{ page, policy, quiet, flags },
    runs: number('runs'),
    cpu: number('cpu'),
    kbps: number('kbps'),
    latency: number('latency'),
    settle: number('settle'),
  };
};
