/** The rules for the texts of `locales/`. Each rule returns a description of the problem. */
import {
  FULL_WIDTH,
  LATIN_EVERYWHERE,
  LATIN_WORDS,
  LIKE_ENGLISH,
  languageOf,
  OTHER_ADDRESS,
  OTHER_LETTERS,
  PARTICLES,
  PREFIXES,
  QUOTES,
  rowOf,
  SCRIPTS,
  SPACE_BEFORE_ELLIPSIS,
  UNSPACED,
} from './localeTables.mjs';

/** @typedef {string | Record<string, string>} Value one text, or one per plural form */
/**
 * @typedef {(text: string, codes: string[]) => string | undefined | false | null} Rule
 *   `codes`: the locale and those it inherits from, the nearest first
 */

const PLACEHOLDER = /\{\{\w+\}\}/gu;
const LETTER = '[\\p{L}\\p{M}\\p{N}]';

/** @param {string[]} codes */
const language = ([code = '']) => languageOf(code);
/** @param {string} text @param {string} [instead] */
const withoutPlaceholders = (text, instead = ' ') => text.replace(PLACEHOLDER, instead);
/** @param {string} text */
const wordsOf = (text) => withoutPlaceholders(text).match(/[\p{L}\p{M}]+/gu) ?? [];

/** Every word is in the script of the language, except well-known Latin names. @type {Rule} */
const foreignScript = (text, codes) => {
  const scripts = rowOf(SCRIPTS, codes) ?? ['Latin'];
  const known = [...LATIN_EVERYWHERE, ...(rowOf(LATIN_WORDS, codes) ?? [])].join('|');
  const rest = text.replace(new RegExp(`(?<!\\p{sc=Latin})(${known})(?!\\p{sc=Latin})`, 'gu'), ' ');
  const own = new RegExp(`^[${scripts.map((script) => `\\p{scx=${script}}`).join('')}\\p{sc=Zinh}]+$`, 'u');
  const wrong = wordsOf(rest).find((word) => !own.test(word));
  return wrong && `${wrong} has letters that are not ${scripts.join(', ')}`;
};

/** @type {Rule} */
const otherLetters = (text, codes) => {
  const found = rowOf(OTHER_LETTERS, codes)?.exec(withoutPlaceholders(text));
  return found && `${found[0]} is a letter of another language`;
};

/** @type {Rule} */
const otherAddress = (text, codes) => {
  const pronouns = rowOf(OTHER_ADDRESS, codes) ?? [];
  // Polite pronouns differ from others by a capital letter.
  const wrong = FULL_WIDTH.includes(language(codes))
    ? pronouns.find((word) => text.includes(word))
    : wordsOf(text).find(
        (word) => pronouns.includes(word) || pronouns.includes(word.toLocaleLowerCase(codes[0])),
      );
  return wrong && `${wrong} is another form of address`;
};

/** A letter that touches an inserted value would join them to one word. @type {Rule} */
const glued = (text, codes) => {
  const lang = language(codes);
  if (UNSPACED.includes(lang)) return;
  const prefixes = rowOf(PREFIXES, codes);
  const before = new RegExp(`${prefixes ? `(?!(?<!${LETTER})[${prefixes}])` : ''}${LETTER}\\{\\{`, 'u');
  const after = new RegExp(`\\}\\}${LETTER}`, 'u');
  if (before.test(text) || text.includes('}}{{') || (!PARTICLES.includes(lang) && after.test(text)))
    return 'a letter touches a placeholder';
};

/** @type {Rule} */
const leftOver = (text) => {
  const found = /[{}%$<>]|__|(?<![\p{L}\p{M}\p{N}])N+(?![\p{L}\p{M}\p{N}])/u.exec(withoutPlaceholders(text));
  return found && `${found[0]} looks like the rest of a placeholder`;
};

const NO_BREAK = '[\u00a0\u202f]';
const FRENCH = {
  europe: new RegExp(`(?<!${NO_BREAK})[:;?!»]|«(?!${NO_BREAK})`, 'u'),
  canada: new RegExp(`(?<!${NO_BREAK})[:»]|«(?!${NO_BREAK})|\\s[;?!]`, 'u'),
};
/** No-break spaces before tall punctuation and inside quotation marks; fewer in Canada. @type {Rule} */
const frenchSpaces = (text, codes) =>
  language(codes) === 'fr' &&
  FRENCH[codes.includes('fr-ca') ? 'canada' : 'europe'].test(text) &&
  'the no-break spaces of French are missing';

/** @type {Rule} */
const width = (text, codes) => {
  const wide = FULL_WIDTH.includes(language(codes));
  const found = (wide ? /[,;:?!()]|\.(?!\d)/u : /[，。：；？！（）、]/u).exec(withoutPlaceholders(text));
  return found && `${found[0]} is ${wide ? 'half' : 'full'}-width`;
};

/** @type {Rule} */
const quotes = (text, codes) => {
  const pair = rowOf(QUOTES, codes) ?? '“”';
  // An apostrophe, and the Hebrew marks of short forms, are between two letters. After a value, ’ may also close a
  // quotation.
  const before = pair.endsWith('’') ? '[\\p{L}\\p{N}]' : '[\\p{L}\\p{N}{]';
  const inWord = new RegExp(`(?<=${before})[’״׳](?=\\p{L})`, 'gu');
  const bare = withoutPlaceholders(text, '{').replace(inWord, '');
  const marks = (bare.match(/["'“”„‟‚‘’«»‹›「」『』״]/gu) ?? []).join('');
  return marks !== pair.repeat(marks.length / 2) && `${marks} is not ${pair}`;
};

/** @type {Rule} */
const ellipsis = (text, codes) => {
  if (text.includes('...')) return '... is not …';
  const spaced = SPACE_BEFORE_ELLIPSIS.includes(language(codes));
  if ((spaced ? /\S…/u : /\s…/u).test(text)) return `… needs ${spaced ? 'a' : 'no'} space before it`;
};

/** @type {Rule} */
const edges = (text) => (!text.trim() || text !== text.trim()) && 'it is empty or has space around it';

const RULES = {
  edges,
  foreignScript,
  otherLetters,
  otherAddress,
  glued,
  leftOver,
  frenchSpaces,
  width,
  quotes,
  ellipsis,
};

/**
 * Finds the problems of one text of a locale, independent of its key.
 * @param {string[]} codes the locale and those it inherits from, the nearest first
 * @param {string} text
 * @returns {{ rule: string, problem: string }[]}
 */
export const textProblems = (codes, text) =>
  Object.entries(RULES).flatMap(([rule, find]) => {
    const problem = find(text, codes);
    return problem ? [{ rule, problem }] : [];
  });

/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(PLACEHOLDER))].sort();
/** @param {Value} value */
const textsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value));
/** Plural forms that fit one or a few numbers, which the text may spell out. */
const SPELLED = ['zero', 'one', 'two'];

/**
 * Compares the plural forms and placeholders of a translation with those of the English text.
 * @param {string} code
 * @param {Value} value
 * @param {Value} english
 * @returns {string[]}
 */
export const formProblems = (code, value, english) => {
  if (typeof value !== typeof english) return ['has plural forms on one side only'];
  /** @type {string[]} */
  const problems = [];
  if (typeof value === 'object') {
    const wanted = new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort().join(' ');
    const given = Object.keys(value).sort().join(' ');
    if (wanted !== given) problems.push(`needs the forms ${wanted}, has ${given}`);
  }
  const need = placeholders(textsOf(english).join(''));
  for (const [form, text] of Object.entries(typeof value === 'string' ? { text: value } : value)) {
    const given = placeholders(text);
    const least = SPELLED.includes(form) ? need.filter((name) => name !== '{{count}}') : need;
    if (least.some((name) => !given.includes(name)) || given.some((name) => !need.includes(name)))
      problems.push(`needs ${need.join(' ') || 'no placeholder'}: ${text}`);
  }
  return problems;
};

/**
 * Whether a translation repeats the English text although the language has its own words.
 * @param {string} code
 * @param {string} key
 * @param {Value} value
 * @param {Value} english
 */
export const isUntranslated = (code, key, value, english) =>
  languageOf(code) !== 'en' &&
  JSON.stringify(value) === JSON.stringify(english) &&
  !LIKE_ENGLISH[key]?.includes(code);
