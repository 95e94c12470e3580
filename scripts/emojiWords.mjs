/**
 * `node scripts/emojiWords.mjs FOLDER`: writes the emoji picker's search words in each language, from Unicode's
 * annotations (CLDR). FOLDER is the unpacked npm package `cldr-annotations-full`. After changing the picker's emoji
 * (`data.ts`), run it and `npm run format`, and commit the result.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCodes } from './locales.mjs';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';

const PICKER = join(root, 'src/features/emojiPicker');
/** Most words of one emoji; its name comes first. Fewer for languages with long words. */
const MOST = 6;
const FEWER = /** @type {Record<string, number>} */ ({ kn: 5, ta: 5, te: 5 });
/** CLDR codes that differ from ours. */
const CLDR = /** @type {Record<string, string>} */ ({
  'pt-br': 'pt',
  pt: 'pt-PT',
  'sr-latn': 'sr-Latn',
  'zh-cn': 'zh',
  'zh-tw': 'zh-Hant',
});

/** CLDR codes of variants in another script than the language's usual one. */
const SCRIPTS = new Set(['sr-Latn', 'zh-Hant']);

/** Variants that use the words of their language. */
const VARIANTS = new Set(['es-419', 'fr-ca']);

/** @typedef {Record<string, { default?: string[], tts?: string[] }>} Annotations */

/** @param {string} from @param {string} code @returns {Annotations} */
const annotationsOf = (from, code) => {
  const path = join(from, 'annotations', code, 'annotations.json');
  const own = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).annotations.annotations : {};
  // A variant of a language has only the differences.
  return code.includes('-') && !SCRIPTS.has(code)
    ? { ...annotationsOf(from, code.slice(0, 2)), ...own }
    : own;
};

/** @param {{ default?: string[], tts?: string[] }} of */
const wordsOf = ({ default: keywords = [], tts = [] } = {}, most = MOST) => {
  const words = [...tts, ...keywords].flatMap((text) => text.toLowerCase().split(/[\s,|]+/)).filter(Boolean);
  return [...new Set(words)].slice(0, most).join(' ');
};

/** The picker's emoji in its order, without variation selectors. */
const emoji = [...readFileSync(join(PICKER, 'data.ts'), 'utf8').matchAll(/[',]([\da-f]{2,5})\+?v? /g)].map(
  ([, hex = '']) => String.fromCodePoint(Number.parseInt(hex, 16)),
);

const { positionals, refuse } = readOptions('node scripts/emojiWords.mjs FOLDER', {}, 1);
const [from = ''] = positionals;
if (!existsSync(join(from, 'annotations')))
  refuse('FOLDER must have the unpacked npm package cldr-annotations-full.');
const codes = Object.entries(readCodes())
  .filter(
    ([code, { inherits }]) =>
      code !== 'en-us' && (inherits === undefined || code in CLDR) && !VARIANTS.has(code),
  )
  .map(([code]) => code)
  .sort();
for (const code of codes) {
  const annotations = annotationsOf(from, CLDR[code] ?? code);
  const lines = emoji.map((sign) => wordsOf(annotations[sign], FEWER[code]));
  writeFileSync(
    join(PICKER, `words/emoji-${code}.ts`),
    `/** Search words from Unicode's CLDR (LICENSE beside this file), written by \`scripts/emojiWords.mjs\`. */\nexport const WORDS = ${JSON.stringify(lines.join(','))};\n`,
  );
  console.log(code, lines.filter(Boolean).length, 'of', emoji.length);
}
