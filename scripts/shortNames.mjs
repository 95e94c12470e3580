/** Shortens the property names that only our own code reads, in every chunk alike. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { minify } from 'terser';
import { root } from './run.mjs';

const require = createRequire(import.meta.url);
const NAME = /[A-Za-z_$][\w$]*/g;

/** @param {string} folder @param {RegExp} which @returns {string[]} the texts of the files below it */
const textsIn = (folder, which) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => which.test(name) && !name.includes('node_modules'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** The platform's own names: whatever stands in the type libraries. Their version comes with the lockfile. */
const platformTexts = async () => {
  const entry = dirname(require.resolve('typescript/package.json'));
  const { default: getExePath } = await import(join(entry, 'lib/getExePath.js'));
  return textsIn(dirname(getExePath()), /^lib\..*\.d\.ts$/);
};

/** @param {string} name of a package @param {string} folder */
const packageTexts = (name, folder) => textsIn(join(root, 'node_modules', name, folder), /\.m?js$/);

/** Rooms whose names are seen from outside: by the service, by the page, or by a bundle that is not shortened. */
const SEEN = ['src/wire', 'src/api', 'src/loader', 'src/launcher', 'src/services'];

/** A file that reads or writes what is kept or sent. */
const KEEPS = /wire\/decode'|\bJSON\./;

/** A whole literal without a space is a name, or several with marks between them; so is a pattern. */
const quoted = (/** @type {string} */ code) =>
  [
    ...code.matchAll(
      /'([^'\s]*)'|"([^"\s]*)"|`([^`\s]*)`|[=(,:!&|?]\s*\/((?![/*])(?:\\.|\[[^\]\n]*\]|[^/\\\n[])+)\//g,
    ),
  ]
    .map((m) => m.slice(1).join(''))
    .join(' ');

/** What a module gives: a chunk's importer reads it by this name. */
const exported = (/** @type {string} */ code) =>
  [...code.matchAll(/\bexport\s+(?:(?:async\s+)?(?:const|let|function|class)\s+([\w$]+)|{([^}]*)})/g)]
    .map((m) => m[1] ?? m[2] ?? '')
    .join(' ');

/**
 * Only what surely is nobody else's is shortened: a name that our compiled files use and that neither the platform, nor a
 * dependency, nor a room that others see, nor any export, nor any quoted text has, in whatever case.
 * @param {{ ours: string[], others: string[] }} texts
 * @returns {Map<string, string>} from the long name to the short one, which no text has
 */
export const chooseNames = ({ ours, others }) => {
  const taken = new Set();
  for (const text of [...others, ...ours.map(quoted), ...ours.map(exported)])
    for (const [name] of text.matchAll(NAME)) taken.add(name.toLowerCase());
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const text of ours)
    for (const [name] of text.matchAll(NAME))
      if (name.length > 3 && !taken.has(name.toLowerCase())) count.set(name, (count.get(name) ?? 0) + 1);
  const used = new Set(ours.flatMap((text) => text.match(NAME) ?? []));
  const names = [...count].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  /** @type {Map<string, string>} */
  const short = new Map();
  let next = 0;
  for (const name of names) {
    let made;
    do {
      made = `${letters[next % letters.length]}${letters[Math.floor(next / letters.length)]}`;
      next++;
    } while (used.has(made) || taken.has(made.toLowerCase()));
    short.set(name, made);
  }
  return short;
};

/** Reads the compiled files and what they are bundled with. @returns {Promise<(code: string) => Promise<string>>} */
export const createShortener = async () => {
  const ours = textsIn(join(root, 'build'), /\.js$/);
  const others = [
    ...(await platformTexts()),
    ...SEEN.flatMap((room) => textsIn(join(root, room), /\.(ts|tsx|js)$/)),
    ...textsIn(join(root, 'src'), /\.tsx?$/).filter((text) => KEEPS.test(text)),
    ...textsIn(join(root, 'locales'), /^en-us\.json$/),
    ...packageTexts('preact', 'dist'),
    ...packageTexts('preact', 'hooks/dist'),
    ...packageTexts('preact', 'compat/dist'),
    ...packageTexts('preact', 'jsx-runtime/dist'),
    ...packageTexts('@preact/signals-core', 'dist'),
    ...packageTexts('@preact/signals', 'dist'),
    ...packageTexts('goober', 'dist'),
    ...packageTexts('faye', 'src'),
  ];
  const names = chooseNames({ ours, others });
  const props = { props: Object.fromEntries([...names].map(([name, short]) => [`$${name}`, short])) };
  const regex = new RegExp(`^(${[...names.keys()].join('|')})$`);
  return async (code) => {
    const { code: shortened } = await minify(code, {
      module: true,
      ecma: 2020,
      compress: false,
      mangle: { properties: { regex, builtins: true, keep_quoted: true } },
      nameCache: { props: structuredClone(props) },
    });
    if (shortened === undefined) throw new Error('Shortening names gave nothing');
    return shortened;
  };
};
