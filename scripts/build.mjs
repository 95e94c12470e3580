/**
 * Builds the widget into dist/, and the inbox, the gallery, the documentation and the desk's server into their own folders.
 * Skips parts whose inputs did not change.
 */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWidget, dist } from './buildWidget.mjs';
import { compress, ONE_WAY } from './compress.mjs';
import { publishBuild, refuseSameButForCase } from './keepBuilds.mjs';
import { readOptions } from './options.mjs';
import { bin, filesOf, hashOf, once, root, run } from './run.mjs';

/** @param {Promise<number>} done @param {string} what */
const must = async (done, what) => {
  if ((await done) !== 0) {
    console.error(`${what} failed.`);
    process.exit(1);
  }
};

/**
 * Builds for production, in tests too: a development build contains paths of this machine.
 * @param {string} app folder of a vite app, relative to the repository
 * @param {string} made the folder it is served from, relative to the repository
 * @param {boolean} isSmall whether to compress its assets, whose names change with their content
 */
const buildApp = async (app, made, isSmall) => {
  const out = join(root, 'build/app');
  const options = ['--outDir', out, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { NODE_ENV: 'production' };
  await must(
    run(process.execPath, [bin('vite/bin/vite.js'), 'build', app, ...options], { env }),
    `Building ${app}`,
  );
  if (isSmall) compress(join(out, 'assets'), ONE_WAY);
  publishBuild(out, join(root, made), ['index.html']);
  rmSync(out, { recursive: true });
};

const DESK = 'examples/support-desk';

/**
 * Bundles the desk's own files, because compiling them takes about half of the start. Its packages stay outside. The
 * bundle looks for the migrations in its own folder.
 */
const buildDesk = async () => {
  const server = join(DESK, 'server');
  const options = ['--outDir', '../build', '--logLevel', 'warn'];
  // The desk and the operator's commands.
  for (const entry of [
    ['main.ts', '--emptyOutDir'],
    ['operator/desk.ts', '--emptyOutDir=false'],
  ]) {
    const args = [bin('vite/bin/vite.js'), 'build', server, '--ssr', ...entry, ...options];
    await must(run(process.execPath, args), 'Building the desk');
  }
  cpSync(join(root, server, 'store/sql/migrations'), join(root, DESK, 'build/migrations'), {
    recursive: true,
  });
};

const TOOLS = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  '.babelrc',
  'package.json',
  'scripts/atOnce.mjs',
  'scripts/build.mjs',
  'scripts/buildNpm.mjs',
  'scripts/buildWidget.mjs',
  'scripts/compress.mjs',
  'scripts/keepBuilds.mjs',
  'scripts/localeDates.mjs',
  'scripts/locales.mjs',
];

/** @param {string} stamp @param {string} made @param {string[]} inputs @param {() => Promise<void>} work */
const part = (stamp, made, inputs, work) => {
  if (!existsSync(join(root, made))) rmSync(join(root, stamp), { force: true });
  return once(stamp, hashOf([...TOOLS, ...inputs]), async () => {
    console.log(`Building ${made} …`);
    refuseSameButForCase(
      filesOf(root).map((file) => relative(root, file).replaceAll(sep, '/')),
      'The repository',
    );
    await work();
  });
};

/** @returns {Promise<boolean>} whether the desk's server had to be built */
export const buildServer = async () =>
  existsSync(join(root, DESK, 'server/main.ts')) &&
  part(
    `${DESK}/build/.stamp`,
    `${DESK}/build/main.js`,
    [`${DESK}/server`, `${DESK}/shared`, 'src', 'locales/chain.mjs', 'locales/codes.json'],
    buildDesk,
  );

/** @returns {Promise<boolean>} whether the documentation had to be rendered */
const buildDocumentation = async () => {
  if (!existsSync(join(root, 'docs/README.md'))) return false;
  const { buildDocs, docInputs, DOCS } = await import('./docs.mjs');
  return part(`${DOCS}/.stamp`, `${DOCS}/index.html`, docInputs(), buildDocs);
};

/** @returns {Promise<boolean>} whether anything had to be built */
export const build = async () => {
  const widget = await part('dist/.stamp', 'dist/porch.js', ['src', 'locales'], buildWidget);
  let apps = false;
  for (const [made, app, inputs, isSmall] of /** @type {[string, string, string[], boolean][]} */ ([
    [`${DESK}/dist`, `${DESK}/inbox`, [`${DESK}/shared`, 'src', 'locales/codes.json'], true],
    ['examples/gallery/dist', 'examples/gallery', ['src', 'locales'], false],
  ])) {
    if (!existsSync(join(root, app, 'index.html'))) continue;
    apps =
      (await part(`${made}/.stamp`, `${made}/index.html`, [app, ...inputs], () =>
        buildApp(app, made, isSmall),
      )) || apps;
  }
  const docs = await buildDocumentation();
  const desk = await buildServer();
  return widget || apps || docs || desk;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  readOptions('npm run build\n  has no options', {});
  // A size measurement run by hand needs build/dist too; starting the desk needs only `dist/`.
  if (!existsSync(join(dist, 'porch.js'))) rmSync(join(root, 'dist/.stamp'), { force: true });
  await build();
}
