/** The commands that the documentation gives: fenced `sh` blocks, and commands within a sentence or a table. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lex, readText, walk } from '../docs/pages.mjs';
import { root } from '../run.mjs';

/** The pages with commands for readers. */
export const PAGES = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'examples/support-desk/README.md',
  '.github/CONTRIBUTING.md',
  'src/README.md',
  'src/npm/README.md',
];

/** The beginnings that make code within a sentence a command. A bare name, such as `systemctl stop`, is not one. */
const COMMAND =
  /^([A-Z_]+=\S+ )*(time )?((npm|npx|node|git|openssl|curl|pg_\w+|psql) .|(docker|systemctl) [\w-]+ .)/;

/**
 * @typedef {object} Command
 * @property {string} page
 * @property {number} line of the page
 * @property {string} code
 * @property {boolean} isBlock whether it is a fenced block, which can have several commands
 */

/** @param {string} page @returns {Command[]} its `sh` blocks, and each inline command once */
export const commandsOf = (page) => {
  const text = readText(page);
  /** @type {Command[]} */
  const found = [];
  /** @param {string} code @param {boolean} isBlock */
  const add = (code, isBlock) => {
    if (!isBlock && found.some((one) => one.code === code)) return;
    const before = text.slice(0, text.indexOf(isBlock ? `\`\`\`sh\n${code}` : `\`${code}\``));
    found.push({ page, line: before.split('\n').length, code, isBlock });
  };
  walk(lex(text), (token) => {
    if (token.type === 'code' && token.lang === 'sh') add(token.text, true);
    if (token.type === 'codespan' && COMMAND.test(token.text)) add(token.text, false);
  });
  return found;
};

/**
 * @param {string} page
 * @param {string} language the language of the fence
 * @returns {string[]} the code of the blocks in that language
 */
export const codeOf = (page, language) => {
  /** @type {string[]} */
  const found = [];
  walk(lex(readText(page)), (token) => {
    if (token.type === 'code' && token.lang === language) found.push(token.text);
  });
  return found;
};
