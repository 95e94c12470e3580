/** Checks that every locale has the keys, placeholders and plural forms it needs, and is well translated. */
import { chainOf } from '../locales/chain.mjs';
import { readTexts } from './importGraph.mjs';
import { formProblems, isUntranslated, textProblems } from './localeRules.mjs';
import { allWords, localeFiles, mailWords, ownWords, readCodes } from './locales.mjs';
import { LIKE_ENGLISH } from './localeTables.mjs';
import { unusedWords } from './unusedParts.mjs';

const BASE = 'en-us';
const codes = readCodes();
const files = localeFiles();
const base = ownWords(BASE);

/** @type {string[]} */
const problems = unusedWords(Object.keys(base), readTexts('src').values());
for (const code of Object.keys(codes)) if (!files.includes(code)) problems.push(`${code} has no file`);

/** @param {string} code */
const checkKeys = (code) => {
  const words = ownWords(code);
  const inherits = codes[code]?.inherits;
  const inherited = inherits ? allWords(inherits) : {};
  for (const key of Object.keys(words))
    if (!(key in base)) problems.push(`${code}: ${key} is not in ${BASE}`);
  for (const [key, english] of Object.entries(base)) {
    const value = words[key];
    if (value === undefined) {
      if (!inherits) problems.push(`${code}: ${key} is missing`);
      continue;
    }
    if (JSON.stringify(value) === JSON.stringify(inherited[key]))
      problems.push(`${code}: ${key} is the same as in ${inherits}`);
    for (const problem of formProblems(code, value, english)) problems.push(`${code}: ${key} ${problem}`);
    if (isUntranslated(code, key, value, english)) problems.push(`${code}: ${key} is the same as in ${BASE}`);
  }
};

/** @param {string} code @param {import('./locales.mjs').Words} words */
const checkTexts = (code, words) => {
  const chain = chainOf(code, codes).toReversed();
  for (const [key, value] of Object.entries(words))
    for (const text of typeof value === 'string' ? [value] : Object.values(value))
      for (const { problem } of textProblems(chain, text))
        problems.push(`${code}: ${key}: ${problem}: ${text}`);
};

for (const code of files) {
  if (!(code in codes)) problems.push(`${code} is not in codes.json`);
  const [first = code] = chainOf(code, codes);
  if (!(first in codes) || codes[first]?.inherits)
    problems.push(`${code} inherits from ${first}, which has no words of its own`);
  else checkKeys(code);
  // Inherited texts must fit the rules of the locale too.
  checkTexts(code, allWords(code));
}
for (const [code, words] of Object.entries(mailWords())) checkTexts(code, words);

for (const [key, like] of Object.entries(LIKE_ENGLISH))
  for (const code of like)
    if (JSON.stringify(ownWords(code)[key]) !== JSON.stringify(base[key]))
      problems.push(`${code}: ${key} differs from ${BASE}; LIKE_ENGLISH need not name it`);

for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${files.length} locales with ${Object.keys(base).length} keys each.`);
process.exit(problems.length ? 1 : 0);
