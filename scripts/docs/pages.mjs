/** Which files of the repository are pages of the documentation, and their addresses. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked } from 'marked';
import { root } from '../run.mjs';

/** The page whose lists make the sidebar. */
export const CONTENTS = 'docs/README.md';

/** Pages outside `docs/` with their own address. Any other Markdown file that a page links to keeps its path. */
const ADDRESSES = /** @type {Record<string, string>} */ ({
  'README.md': '',
  [CONTENTS]: 'contents',
  'examples/support-desk/README.md': 'desk',
  'examples/support-desk/MAP.md': 'desk-map',
  'src/README.md': 'map',
  'src/BEHAVIOUR.md': 'behavior',
  'src/npm/README.md': 'npm-package',
  '.github/CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
});

/** @param {string} file a Markdown file, relative to the repository @returns {string} its address below `/docs/` */
export const addressOf = (file) =>
  ADDRESSES[file] ?? file.replace(/^docs\//, '').replace(/(\/README)?\.md$/, '');

/** @param {string} file a file that is shown as source text @returns {string} its address below `/docs/` */
export const sourceAddressOf = (file) => `source/${file.replace(/^\./, '')}`;

const marked = new Marked({ gfm: true });

/** @param {string} file */
export const readText = (file) => readFileSync(join(root, file), 'utf8');

/** @param {string} text Markdown @returns {import('marked').TokensList} */
export const lex = (text) => marked.lexer(text);

/**
 * Visits every token, nested ones included.
 * @param {import('marked').Token[]} tokens
 * @param {(token: import('marked').Token) => void} visit
 */
export const walk = (tokens, visit) => void marked.walkTokens(tokens, visit);

/** @typedef {{ file: string, anchor?: string }} Target a file or folder of the repository that a link leads to */

/**
 * @param {string} from the file with the link
 * @param {string} href
 * @returns {Target | undefined} undefined for a link to another site
 */
export const targetOf = (from, href) => {
  if (/^[a-z]+:/.test(href)) return undefined;
  const [path = '', anchor] = href.split('#');
  const file = path ? posix.join(posix.dirname(from), path).replace(/\/$/, '') : from;
  const page = posix.join(file, 'README.md');
  return { file: existsSync(join(root, page)) ? page : file, ...(anchor ? { anchor } : {}) };
};

/** Files whose source text is shown on its own page when a page links to them. */
const SHOWN = /(\.(conf|css|html|js|json|md|mjs|service|svg|ts|tsx|ya?ml)|Dockerfile|LICENSE)$/;

/** @param {string} file */
const isFile = (file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile();

/** @param {string} file */
export const isShown = (file) => isFile(file) && SHOWN.test(file) && !file.endsWith('.md');

/**
 * @typedef {object} Site
 * @property {string[]} pages Markdown files, the contents first
 * @property {string[]} sources files that are shown as source text
 * @property {string[]} pictures
 */

/**
 * Follows the links from the contents and the README.
 * @returns {Site} paths relative to the repository
 */
export const findSite = () => {
  const pages = [CONTENTS, 'README.md'];
  /** @type {Set<string>} */
  const sources = new Set();
  /** @type {Set<string>} */
  const pictures = new Set();
  // The list grows as links to more pages are found.
  for (const page of pages) {
    walk(lex(readText(page)), (token) => {
      if (token.type !== 'link' && token.type !== 'image') return;
      const file = targetOf(page, token.href)?.file;
      if (!file || !isFile(file)) return;
      if (token.type === 'image') pictures.add(file);
      else if (isShown(file)) sources.add(file);
      else if (file.endsWith('.md') && !pages.includes(file)) pages.push(file);
    });
  }
  return { pages, sources: [...sources], pictures: [...pictures] };
};

/** @typedef {{ label: string, file: string, about: string }} Entry of the sidebar */
/** @typedef {{ title: string, entries: Entry[], depth: number }} Group */

/**
 * Reads the sidebar from the lists of the contents: each heading is a group, each link in a list or table an entry.
 * @returns {Group[]}
 */
export const readGroups = () => {
  /** @type {Group[]} */
  const groups = [];
  for (const token of lex(readText(CONTENTS))) {
    if (token.type === 'heading' && token.depth > 1)
      groups.push({ title: token.text, entries: [], depth: token.depth });
    if (token.type !== 'table') continue;
    for (const [first, second] of /** @type {import('marked').Tokens.Table} */ (token).rows) {
      const link = first?.tokens.find(({ type }) => type === 'link');
      const file = link?.type === 'link' ? targetOf(CONTENTS, link.href)?.file : undefined;
      if (link?.type === 'link' && file)
        groups.at(-1)?.entries.push({ label: link.text, file, about: second?.text ?? '' });
    }
  }
  return groups;
};

/**
 * @param {Group[]} groups the sidebar
 * @returns {string[]} the pages of `docs/` that no group lists
 */
export const findUnlisted = (groups) => {
  const listed = groups.flatMap(({ entries }) => entries.map(({ file }) => file));
  return readdirSync(join(root, 'docs'))
    .map((name) => `docs/${name}`)
    .filter((file) => file.endsWith('.md') && file !== CONTENTS && !listed.includes(file));
};
