/** Reads the locales as they ship, each complete with the words it inherits. */
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
 * Languages that pages name in `lang` and that have no locale of their own, each with the locale whose words it gets.
 * The build writes a file for each, so that no page asks for a missing one. `src/i18n/match.ts` has the same rule.
 * @type {Record<string, string>}
 */
export const BARE = { en: 'en-us', nb: 'no', nn: 'no', zh: 'zh-cn' };

/** The codes of all locales that have a file. */
export const localeFiles = () =>
  readdirSync(dir)
    .filter((f) => f.endsWith('.json') && f !== 'codes.json')
    .map((f) => f.slice(0, -5));

/** The words of the example desk's e-mails by locale. @returns {Record<string, Words>} */
export const mailWords = () =>
  JSON.parse(readFileSync(join(root, 'examples/support-desk/locales/mail.json'), 'utf8'));

/** @param {string} code @returns {Words} the words of its own file, without those it inherits */
export const ownWords = (code) => read(code);

/** @param {string} code @returns {Words} all words, including those it inherits */
export const allWords = (code) =>
  Object.assign({}, ...chainOf(BARE[code] ?? code, readCodes()).map(ownWords));

/** The build's files of bare languages: each passes on that of its locale. */
export const bareFiles = () =>
  Object.entries(BARE).flatMap(([name, code]) =>
    PARTS.map((part) => ({
      name: name + part,
      module: `export{default}from"./${code}${part}.js"`,
    })),
  );

/** Keys without a dot that nevertheless belong to the file loaded later. */
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

/** Features whose words are in a file of their own, as most accounts do not have them: `de.rating.js`. */
const APART = ['rating', 'mail', 'growing'];

/** The ends of the names of each locale's files: the words of the card, of features, and of single features. */
export const PARTS = ['', '.more', ...APART.map((name) => `.${name}`)];

/** @param {string} key @returns {string} the end of the name of the file that has the word */
export const partOf = (key) => {
  const [feature = ''] = key.split('.');
  if (key.includes('.') && APART.includes(feature)) return `.${feature}`;
  return key.includes('.') || LATER.includes(key) ? '.more' : '';
};
