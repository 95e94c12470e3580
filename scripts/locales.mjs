/** Reads the locales as they ship, completed with inherited words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chainOf } from '../locales/chain.mjs';
import { root } from './run.mjs';

/** @typedef {Record<string, string | Record<string, string>>} Words */

const dir = join(root, 'locales');
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8'));

/** @type {() => import('../locales/chain.mjs').Codes} */
export const readCodes = () => read('codes');

/**
 * Languages that pages name in `lang` but that have no locale, each with the locale whose words it gets. The build
 * writes a file for each, so that no page requests a missing one. `src/i18n/match.ts` has the same rule.
 * @type {Record<string, string>}
 */
export const BARE = { en: 'en-us', nb: 'no', nn: 'no', zh: 'zh-cn' };

/** The codes of all locales with a file. */
export const localeFiles = () =>
  readdirSync(dir)
    .filter((f) => f.endsWith('.json') && f !== 'codes.json')
    .map((f) => f.slice(0, -5));

/** The words of the example desk's emails by locale. @returns {Record<string, Words>} */
export const mailWords = () =>
  JSON.parse(readFileSync(join(root, 'examples/support-desk/locales/mail.json'), 'utf8'));

/** @param {string} code @returns {Words} the words of its own file, without inherited ones */
export const ownWords = (code) => read(code);

/** @param {string} code @returns {Words} all words, including inherited ones */
export const allWords = (code) =>
  Object.assign({}, ...chainOf(BARE[code] ?? code, readCodes()).map(ownWords));

/** The build's files of bare languages: each re-exports that of its locale. */
export const bareFiles = () =>
  Object.entries(BARE).flatMap(([name, code]) =>
    PARTS.map((part) => ({
      name: name + part,
      module: `export{default}from"./${code}${part}.js"`,
    })),
  );

/** Keys without a dot that belong to the file loaded later all the same. */
const LATER = [
  'card_load_failed',
  'composer_blocked',
  'composer_drop',
  'launcher_open_unread',
  'log_load_previous',
  'typing',
  'typing_named',
  'unread_many',
  'unread_messages',
];

/** Features whose words have their own file, because most accounts do not use them: `de.rating.js`. */
const APART = ['rating', 'mail', 'growing'];

/** The suffixes of each locale's files: the words of the card, of all features, and of single features. */
export const PARTS = ['', '.more', ...APART.map((name) => `.${name}`)];

/** @param {string} key @returns {string} the suffix of the file that has the word */
export const partOf = (key) => {
  const [feature = ''] = key.split('.');
  if (key.includes('.') && APART.includes(feature)) return `.${feature}`;
  return key.includes('.') || LATER.includes(key) ? '.more' : '';
};
