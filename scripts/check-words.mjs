/**
 * Checks the words of the pages for readers, and of comments in the code. The tables have the phrases that we avoid, and
 * what to write instead. Code and names of files are not checked.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf, root } from './run.mjs';

/** @type {[phrase: RegExp, instead: string][]} */
export const WORDS = [
  [/\ball else\b/, 'everything else'],
  [/\bby (itself|themselves)\b/, 'automatically'],
  [/\be-mail/, 'email'],
  [/\bvisits? of (a|the) page\b/, 'page load'],
  [/\bsub-path/, 'subpath'],
  [/\bper cent\b/, 'percent'],
  [/\bwhoever\b/, 'anyone who'],
  [/\bwho may\b/, 'who can'],
  [/\bof (yours|theirs)\b/, 'your own, their own'],
  [/\b(be|was|were) had\b/, 'be loaded'],
  [/\bhears? of\b/, 'is notified of'],
  [/\b(is|was|are|were) told of\b/, 'is notified of'],
  [/\btells of\b/, 'reports'],
  [/\bin force\b/, 'in effect'],
  [/\bsees to it\b/, 'makes sure'],
  [/\b(goes|go) on (in|with)\b/, 'continue'],
  [/\bsigns of ASCII\b/, 'ASCII characters'],
  [/\b(behavi|col|fav|hon|harb|neighb)our/, 'the American spelling, -or'],
  [/\b(centre|grey|licence|catalogue|artefact)/, 'the American spelling'],
  [/\b(cancell|labell|modell|travell)(ed|ing)\b/, 'the American spelling, with one l'],
  [
    /\b(custom|initial|minim|maxim|normal|optim|organ|recogn|serial|summar|synchron)is(e|ed|es|ing|ation)\b/,
    '-ize',
  ],
];

/**
 * The same for comments and for the maps. On a page, the phrase may mean something else.
 * @type {[phrase: RegExp, instead: string][]}
 */
export const MANNER = [
  [/\banew\b/, 'again'],
  [/\bmeanwhile\b/, 'since, or until then'],
  [/(^|[.:;]) else\b/, 'otherwise'],
  [/\b(of|to|from|for) who\b/, 'anyone who'],
  [/\bwhat came of\b/, 'the result of'],
  [/\b(go|goes|going|went) on\b/, 'continue'],
  [/\bstands? (for|on|beside|between|where)\b/, 'is, or represents'],
  [/\bsays\b/, 'is, shows or returns'],
  [/\b(is|are|was|were|been) told\b/, 'gets'],
  [/\bno news\b/, 'the name of the event'],
  [/\btold who\b/, 'identified'],
  [/\bfor want of\b/, 'without'],
  [/\bnameless\b/, 'anonymous'],
  [/\bfor ever\b/, 'forever'],
  [/\bkept? back\b/, 'fails because of'],
  [/\b(has|have) come\b/, 'has arrived, or has loaded'],
  [/\bwhere there (is|are)\b/, 'if there is'],
  [/\bbec(ame|omes?) no\b/, 'did not become'],
  [/\bin vain\b/, 'without success'],
  [/\bmade-up\b/, 'generated'],
  [/\bsmall letters\b/, 'lower case'],
];

const PAGES =
  /^(README|CHANGELOG|\.github\/\w+|docs\/\w+|locales\/README|src\/(npm\/README|README|BEHAVIOUR)|examples\/[\w-]+\/README|examples\/support-desk\/MAP)\.md$/;
const MAPS = /^(src\/(README|BEHAVIOUR)|examples\/support-desk\/MAP)\.md$/;
/** The files whose comments are checked. The search words of emoji are data. */
const SOURCES = /^(src\/(?!.*\/words\/)|scripts\/|examples\/).*\.(m?js|tsx?)$/;

/** Code in Markdown, and link targets. */
const CODE = /^```.*?^```$|`[^`\n]*`|\]\([^)]*\)/gms;
const COMMENT_OR_STRING = /\/\*.*?\*\/|(?<![:'"`\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/gs;
const FILE = /[\w./-]+\.(md|mjs|tsx?|json)\b/g;

/** Replaces all characters but line breaks. @param {string} text */
const blank = (text) => text.replace(/[^\n]/g, '·');

/**
 * The checked text of a file, at its place: a page without code, or a module's comments.
 * @param {string} path
 * @param {string} text
 */
const prose = (path, text) => {
  if (path.endsWith('.md')) return text.replace(CODE, blank).replace(FILE, blank);
  let at = 0;
  let read = '';
  for (const { 0: comment, index } of text.matchAll(COMMENT_OR_STRING)) {
    if (!comment.startsWith('/')) continue;
    read += blank(text.slice(at, index)) + comment;
    at = index + comment.length;
  }
  return read.replace(/`[^`\n]*`/g, blank).replace(FILE, blank);
};

/**
 * @param {string} path
 * @param {string} text
 * @returns {string[]} the phrases to replace, each with its line and what to write
 */
export const wordsIn = (path, text) => {
  const read = prose(path, text);
  // A phrase can begin on one line and end on the next.
  const flat = read.replace(/\n[ *]*/g, (end) => ' '.repeat(end.length));
  const table = SOURCES.test(path) || MAPS.test(path) ? [...WORDS, ...MANNER] : WORDS;
  return table.flatMap(([phrase, instead]) =>
    [...flat.matchAll(new RegExp(phrase.source.replaceAll(' ', ' +'), 'gi'))].map(({ 0: found, index }) => {
      const line = read.slice(0, index).split('\n').length;
      return `${path}:${line} '${found.replace(/ +/g, ' ')}': write ${instead}`;
    }),
  );
};

/** @returns {string[]} the files that are checked */
export const checkedFiles = () =>
  ['.github', 'docs', 'examples', 'locales', 'scripts', 'src']
    .flatMap((folder) => filesOf(join(root, folder)))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
    .concat('README.md', 'CHANGELOG.md')
    .filter((path) => PAGES.test(path) || SOURCES.test(path));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = checkedFiles();
  const problems = files.flatMap((path) => wordsIn(path, readFileSync(join(root, path), 'utf8')));
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${files.length} files have none of the words that we avoid.`);
  process.exit(problems.length ? 1 : 0);
}
