/**
 * Checks the sizes on the documentation pages against the build in `build/`. The table lists the files that each figure
 * measures. A figure that is not in the table fails.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { firstOpening } from './firstOpening.mjs';
import { root } from './run.mjs';
import { startDesk } from './startDesk.mjs';

/**
 * @typedef {object} Row
 * @property {string} page
 * @property {string} text words of the page with the figures, in one line
 * @property {string[][]} [files] for each figure, the files it sums up; none if it does not measure the build
 * @property {number} [answers] bytes of the desk's answers, besides the files
 * @property {boolean} [under] the figure is a limit
 */

const LOADER = 'dist/porch.js';
/** Loader, launcher and configuration, from a desk without settings. */
const SERVED = 'the answer to /porch/porch.now.js';
const BEFORE_INTENT = [SERVED];
const CARD = [...BEFORE_INTENT, 'dist/*/realm.js', 'dist/*/messenger.js', 'dist/*/l/en-us.js'];
/** What else a first visitor loads until live. `test/browser/beforeIntent.test.ts` prints each file and answer. */
const LATER = firstOpening();
const FIRST_VISIT = [...CARD, ...LATER.map((name) => `dist/*/${name}.js`)];
/** The visitor, the integration and the first messages. */
const ANSWERS = 1_000;
const WRAPPER = ['npm/element.js', 'npm/mount.js'];

/** @type {Row[]} */
const ROWS = [
  {
    page: 'README.md',
    text: 'costs under 5.6 kB until a visitor clicks',
    files: [BEFORE_INTENT],
    under: true,
  },
  { page: 'README.md', text: 'Under 5.6 kB before the first click', files: [BEFORE_INTENT], under: true },
  { page: 'README.md', text: '44.8 kB with the full window', files: [CARD] },
  {
    page: 'README.md',
    text: '65 kB for everything that a first visitor loads',
    files: [FIRST_VISIT],
    answers: ANSWERS,
  },
  { page: 'README.md', text: 'Each wrapper is under 1 kB', files: [WRAPPER], under: true },
  { page: 'src/npm/README.md', text: 'each wrapper is under 1 kB', files: [WRAPPER], under: true },
  { page: 'docs/apps.md', text: 'Each wrapper is under 1 kB', files: [WRAPPER], under: true },
  {
    page: 'docs/calls.md',
    text: 'in separate files (0.3 to 3.0 kB)',
    files: [['dist/*/pageview.js'], ['dist/*/metadataCalls.js']],
  },
  { page: 'docs/calls.md', text: 'loads 3.1 kB', files: [['dist/*/customize.js']] },
  { page: 'docs/features.md', text: 'With a campaign, 2.7 kB load', files: [['dist/*/campaigns.js']] },
  { page: 'docs/features.md', text: 'and 2 kB more', files: [['dist/*/campaignMessage.js']] },
  {
    page: 'docs/look.md',
    text: '(3.5 kB; 1.9 kB more for anything but colors)',
    files: [['dist/*/appearance.js'], ['dist/*/layout.js']],
  },
  { page: 'docs/look.md', text: 'With it, 3 kB more', files: [['dist/*/people.js']] },
  { page: 'docs/install.md', text: 'under 5.6 kB in one file', files: [BEFORE_INTENT], under: true },
  { page: 'docs/install.md', text: 'only the loader (1.9 kB)', files: [[LOADER]] },
  { page: 'docs/policy.md', text: 'a small loader (1.9 kB)', files: [[LOADER]] },
  { page: 'docs/integrations.md', text: 'Pictures in the text of less than 10 kB' },
  { page: 'docs/privacy.md', text: 'With the setting, 2 kB load', files: [['dist/*/analytics.js']] },
  { page: 'docs/operate.md', text: 'about 1 kB each' },
  { page: 'docs/operate.md', text: '83 kB for 3,900 characters' },
  { page: 'examples/support-desk/README.md', text: 'A small file counts as 4 kB' },
  { page: 'examples/support-desk/README.md', text: 'reads at most 100 kB' },
  { page: 'examples/support-desk/README.md', text: 'a live message or frame | 100 kB; 64 kB' },
];

const FIGURE = /(\d+(?:\.\d+)?) (?:to (\d+(?:\.\d+)?) )?(?:kB|bytes)(?!\w)/g;
/** Code, and the output of `npm run bench:peers`. */
const SKIPPED = /^```.*?^```$|<!-- npm run bench:peers writes.*?<!-- … to here -->/gms;

/** @param {string} text @returns {string[]} */
const figuresOf = (text) =>
  [...text.matchAll(FIGURE)].flatMap(([, one = '', other]) => (other ? [one, other] : [one]));

/** @param {string} figure in kB @param {number} bytes @param {boolean} under */
const isTrue = (figure, bytes, under) =>
  under
    ? bytes < Number(figure) * 1000
    : (bytes / 1000).toFixed(figure.split('.')[1]?.length ?? 0) === figure;

/**
 * Finds the figures of a page that are wrong or missing from the table.
 * @param {string} page
 * @param {string} text
 * @param {Row[]} rows
 * @param {(file: string) => number} sizeOf size in bytes of a file of the build
 * @returns {string[]} what is wrong
 */
export const figureProblems = (page, text, rows, sizeOf) => {
  let rest = text.replace(SKIPPED, '').replace(/\s+/g, ' ');
  const problems = rows.flatMap(({ text: words, files = [], answers = 0, under = false }) => {
    if (!rest.includes(words)) return [`${page} has no '${words}', which the table of figures names`];
    rest = rest.replace(words, '·');
    const figures = figuresOf(words);
    return files.flatMap((some, i) => {
      const figure = figures[i] ?? '';
      const bytes = some.reduce((sum, file) => sum + sizeOf(file), answers);
      return isTrue(figure, bytes, under)
        ? []
        : [`${page}: '${words}': it is ${bytes} bytes, not ${figure} kB`];
    });
  });
  const unknown = [...rest.matchAll(FIGURE)].map(
    ({ 0: figure, index }) =>
      `${page}: the table of figures does not know '${figure}' in '${rest.slice(Math.max(0, index - 40), index + 30)}'`,
  );
  return [...problems, ...unknown];
};

/** @param {string} origin of a desk @returns {Promise<number>} size in bytes of the script as a page gets it */
const weighServed = (origin) =>
  new Promise((resolve, reject) => {
    // The answer contains the desk's address.
    const headers = { 'Accept-Encoding': 'br', Host: 'desk.example' };
    get(`${origin}/porch/porch.now.js`, { headers }, (answer) => {
      if (answer.headers['content-encoding'] !== 'br')
        reject(new Error('The desk did not compress the script.'));
      let bytes = 0;
      answer.on('data', (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

/** @returns {Promise<number>} size in bytes of the script from a desk without settings */
const sizeOfServed = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'porch-figures-'));
  const desk = await startDesk(folder, { DEMO: '0' });
  try {
    return await weighServed(desk.origin);
  } finally {
    await desk.stop();
    rmSync(folder, { recursive: true });
  }
};

/** @param {string} file @returns {number} compressed size in bytes */
const sizeOfBuilt = (file) => {
  const pattern = new RegExp(`^${`${file}.br`.replaceAll('.', '\\.').replaceAll('*', '\\w+')}$`);
  const parent = file.split('/')[0] ?? '';
  const found = readdirSync(join(root, 'build', parent), { recursive: true, encoding: 'utf8' })
    .map((name) => `${parent}/${name.replaceAll('\\', '/')}`)
    .filter((name) => pattern.test(name));
  if (found.length !== 1) throw new Error(`The build has ${found.length} files ${file}.br.`);
  return statSync(join(root, 'build', found[0] ?? '')).size;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const docs = readdirSync(join(root, 'docs')).map((name) => `docs/${name}`);
  const pages = ['README.md', 'src/npm/README.md', 'examples/support-desk/README.md', ...docs];
  const served = await sizeOfServed();
  const problems = pages.flatMap((page) =>
    figureProblems(
      page,
      readFileSync(join(root, page), 'utf8'),
      ROWS.filter((row) => row.page === page),
      (file) => (file === SERVED ? served : sizeOfBuilt(file)),
    ),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('The sizes in the pages are those of the build.');
  process.exit(problems.length ? 1 : 0);
}
