/**
 * `npm run release`: builds twice, in two places, compares the builds, and makes the published files: the npm package,
 * a zip for CDNs, hashes, SBOMs and licenses. Publishes nothing.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions } from './options.mjs';
import { releaseProblems } from './release/ready.mjs';
import { root, run } from './run.mjs';
import { installPackages } from './setup.mjs';

const HELP = `npm run release -- [--out FOLDER] [--anyway]
  builds twice, compares the builds, and makes what is published of a version
  --out FOLDER  where to put it: build/release by default; what the folder holds is removed
  --anyway      also with uncommitted changes, or without the version in CHANGELOG.md
  SOURCE_DATE_EPOCH in the environment is the time in the SBOMs, which have none by default.`;

const { values, refuse } = readOptions(HELP, { out: { type: 'string' }, anyway: { type: 'boolean' } });
const out = resolve(values.out ?? join(root, 'build/release'));
const { SOURCE_DATE_EPOCH: epoch } = process.env;
if (epoch !== undefined && !/^\d+$/.test(epoch)) refuse('SOURCE_DATE_EPOCH must be seconds since 1970.');

/** @param {string[]} problems */
const stopAt = (problems) => {
  if (problems.length === 0) return;
  for (const problem of problems) console.error(problem);
  process.exit(1);
};

const problems = releaseProblems(root);
if (values.anyway) for (const problem of problems) console.warn(`Going on anyway: ${problem}`);
else stopAt(problems);

await installPackages();
await installPackages('scripts/release');
const { PACKAGE_NAME } = await import('./buildNpm.mjs');
const { writeArtifacts } = await import('./release/artifacts.mjs');
const { buildElsewhere } = await import('./release/buildElsewhere.mjs');
const { packageProblems } = await import('./release/checkPackage.mjs');
const { builtFiles, differences } = await import('./release/differences.mjs');

console.log('Building …');
if ((await run(process.execPath, ['scripts/build.mjs'], { quiet: true })) !== 0) process.exit(1);
const time = epoch === undefined ? undefined : Number(epoch);
await writeArtifacts(root, out, time);

console.log('Building a copy …');
const elsewhere = mkdtempSync(join(tmpdir(), 'porch-release-'));
process.on('exit', () => rmSync(elsewhere, { recursive: true, force: true }));
const copy = join(elsewhere, 'copy');
const again = join(elsewhere, 'artifacts');
await buildElsewhere(copy);
await writeArtifacts(copy, again, time);

const compared = builtFiles(root);
stopAt([
  ...differences([root, compared], [copy, builtFiles(copy)]),
  ...differences([out, readdirSync(out)], [again, readdirSync(again)]),
]);
console.log(`${compared.length} built files and what is published of them are the same in both builds.`);

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
stopAt(await packageProblems(join(out, `${PACKAGE_NAME}-${version}.tgz`)));
console.log('publint and arethetypeswrong have nothing to say about the package.\n');
for (const file of readdirSync(out).sort())
  console.log(`${statSync(join(out, file)).size.toLocaleString('en').padStart(10)}  ${file}`);
console.log(`\n${PACKAGE_NAME} ${version} is in ${out}`);
