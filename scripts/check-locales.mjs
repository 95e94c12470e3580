/** Checks that every locale has the keys, placeholders and plural forms it needs and is translated. */
import { localeFiles, ownWords, readCodes } from './locales.mjs';

const BASE = 'en-us';
const codes = readCodes();
const files = localeFiles();
/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort().join(' ');
/** @param {string | Record<string, string>} value */
const texts = (value) => (typeof value === 'string' ? [value] : Object.values(value));

/** Keys of each locale whose correct translation equals the English text. */
const SAME = /** @type {Record<string, string[]>} */ ({
  fr: ['log_name', 'list.name'],
  'fr-ca': ['log_name', 'list.name'],
});

/** Keys with international words, which may equal English in every locale. */
const ANYWHERE = ['author.ai', 'author.bot'];

const base = ownWords(BASE);
/** @type {string[]} */
const problems = [];
for (const code of Object.keys(codes)) if (!files.includes(code)) problems.push(`${code} has no file`);
for (const code of files) {
  const words = ownWords(code);
  if (!(code in codes)) problems.push(`${code} is not in codes.json`);
  const inherits = codes[code]?.inherits;
  if (inherits && (!(inherits in codes) || codes[inherits]?.inherits))
    problems.push(`${code} inherits from ${inherits}, which has no words of its own`);
  const inherited = inherits ? ownWords(inherits) : {};
  for (const key of Object.keys(words))
    if (!(key in base)) problems.push(`${code}: ${key} is not in ${BASE}`);
  for (const [key, expected] of Object.entries(base)) {
    const value = words[key];
    if (value === undefined) {
      if (!inherits) problems.push(`${code}: ${key} is missing`);
      continue;
    }
    if (JSON.stringify(value) === JSON.stringify(inherited[key]))
      problems.push(`${code}: ${key} is the same as in ${inherits}`);
    if (typeof value !== typeof expected) problems.push(`${code}: ${key} has plural forms on one side only`);
    if (typeof value === 'object') {
      const wanted = new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort().join(' ');
      const given = Object.keys(value).sort().join(' ');
      if (wanted !== given) problems.push(`${code}: ${key} needs the forms ${wanted}, has ${given}`);
    }
    const need = placeholders(texts(expected).join(''));
    for (const text of texts(value)) {
      if (!text.trim() || text !== text.trim())
        problems.push(`${code}: ${key} is empty or has space around it`);
      // Plural forms such as zero or two may spell out the number instead of using the placeholder.
      if (placeholders(text) !== need && !(typeof value === 'object' && placeholders(text) === '')) {
        problems.push(`${code}: ${key} needs ${need || 'no placeholder'}: ${text}`);
      }
    }
    const same = JSON.stringify(value) === JSON.stringify(expected);
    if (same && !code.startsWith('en-') && !SAME[code]?.includes(key) && !ANYWHERE.includes(key)) {
      problems.push(`${code}: ${key} is the same as in ${BASE}`);
    }
  }
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${files.length} locales with ${Object.keys(base).length} keys each.`);
process.exit(problems.length ? 1 : 0);
