/**
 * Compares the page's Lighthouse scores with and without the messenger: `npm run lighthouse -- DESK [RUNS]`. Fails unless
 * both medians of every category are 100.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from './build.mjs';
import { serve } from './serve.mjs';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const cli = () => join(createRequire(import.meta.url).resolve('lighthouse'), '../../cli/index.js');

/** @param {string} url @returns {Promise<number[]>} the scores, in the order of the categories */
const measure = async (url) => {
  const flags = `--headless=new${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`;
  const args = ['--quiet', '--output=json', `--only-categories=${CATEGORIES}`, `--chrome-flags=${flags}`];
  const { stdout } = await promisify(execFile)(process.execPath, [cli(), url, ...args], {
    maxBuffer: 2 ** 28,
  });
  const { categories, audits, runtimeError } = JSON.parse(stdout);
  if (runtimeError) throw new Error(runtimeError.message);
  const scores = CATEGORIES.map((name) => Math.round(categories[name].score * 100));
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
    (name) => audits[name].displayValue,
  );
  console.log(`  ${scores.join('  ')}   ${times.join('  ')}`);
  for (const name of CATEGORIES)
    for (const { id } of categories[name].auditRefs)
      if (name !== 'performance' && audits[id].score !== null && audits[id].score < 1)
        console.log(`    ${audits[id].title}`);
  return scores;
};

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const [desk = '', runs = '5'] = process.argv.slice(2);
if (!/^https?:\/\//.test(desk) || !/^[1-9]\d?$/.test(runs)) {
  console.error("Which desk? Give its address: 'npm run lighthouse -- http://127.0.0.1:8080'.");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'landing-page-'));
/** @type {{ name: string, url: string, close(): Promise<void>, scores: number[][] }[]} */
const pages = [];
for (const [name, without] of /** @type {const} */ ([
  ['without the messenger', true],
  ['with the messenger', false],
])) {
  build(desk, join(folder, name), { without });
  pages.push({ name, ...(await serve(join(folder, name))), scores: [] });
}
try {
  // Alternately, so that both see the machine equally busy.
  for (let run = 1; run <= Number(runs); run++) {
    for (const page of pages) {
      console.log(`${run} of ${runs}, ${page.name}`);
      page.scores.push(await measure(page.url));
    }
  }
} finally {
  await Promise.all(pages.map(({ close }) => close()));
  rmSync(folder, { recursive: true, force: true });
}

console.log(`\nMedian of ${runs}: ${CATEGORIES.join(', ')}`);
const medians = pages.map(({ name, scores }) => {
  const values = CATEGORIES.map((_, i) => median(scores.map((one) => one[i] ?? 0)));
  console.log(`  ${values.join('  ')}  ${name}`);
  return values;
});
const perfect = medians.flat().every((value) => value === 100);
console.log(perfect ? 'Both are 100 in all.' : 'They are not 100 in all.');
process.exit(perfect ? 0 : 1);
