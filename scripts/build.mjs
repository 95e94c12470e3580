/**
 * Builds the widget into dist/, and the inbox, the gallery, the documentation and the desk's server into their own folders.
 * Skips parts whose inputs did not change.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { joinAtOnce } from './atOnce.mjs';
import { buildNpm } from './buildNpm.mjs';
import { compress } from './compress.mjs';
import { publishBuild, refuseSameButForCase } from './keepBuilds.mjs';
import { datesScript, UNKNOWN, WITHOUT_DATES, withEachForm } from './localeDates.mjs';
import { allWords, bareFiles, comesLater, readCodes } from './locales.mjs';
import { readOptions } from './options.mjs';
import { bin, filesOf, hashOf, once, root, run, shortHash } from './run.mjs';

/**
 * Holds only the new build, which the size budgets measure; `dist/` also holds the files of earlier builds.
 */
const dist = join(root, 'build/dist');
/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const ALIASES = [
  'react=preact/compat',
  'react-dom=preact/compat',
  '@preact/signals-react=@preact/signals',
];

/** @param {Promise<number>} done @param {string} what */
const must = async (done, what) => {
  if ((await done) !== 0) {
    console.error(`${what} failed.`);
    process.exit(1);
  }
};

/**
 * Runs microbundle once, in this process: its tools take as long to load as a small bundle to make. .babelrc and
 * package.json hold the workarounds it needs (see src/README.md, Build).
 * @param {string} entry name of a file in build/
 * @param {Record<string, string>} defines
 */
const bundle = async (entry, defines) => {
  const define = Object.entries({ 'process.env.NODE_ENV': 'production', PORCH_VERSION: version, ...defines });
  // @ts-expect-error its types describe only CSS modules
  const { default: microbundle } = await import('microbundle');
  await microbundle({
    entries: [`build/${entry}.js`],
    output: `build/out/${basename(entry)}.js`,
    format: 'modern',
    'pkg-main': false,
    external: 'none',
    target: 'web',
    cwd: root,
    alias: ALIASES.join(','),
    define: define.map(([name, value]) => `${name}=${value}`).join(','),
    workers: false,
  });
};

/** Folder of the bundles' source maps. They are not served. */
export const MAPS = join(root, 'build/maps');

/**
 * Returns the code of a bundled file without its source map reference, and moves the source map to `MAPS`.
 * @param {string} name a file in build/out/
 */
const takeBundled = (name) => {
  const path = join(root, 'build/out', name);
  mkdirSync(MAPS, { recursive: true });
  renameSync(`${path}.map`, join(MAPS, `${name}.map`));
  return readFileSync(path, 'utf8').replace(/\s*\/\/# sourceMappingURL=\S+\s*$/, '');
};

/**
 * Names the chunks of one bundle with a single hash over all their final bytes. The chunks import each other
 * in circles, so they cannot be hashed one by one, and microbundle's own hashes ignore changes made by
 * minification. The names must change with the content because browsers cache these files for ever. Leaves
 * out the bundle's facade, which only re-exports its first chunk; that chunk gets the facade's name for what
 * the loader starts.
 * @param {string} entry name of the bundle
 * @returns {string} the file to load
 */
const publish = (entry) => {
  const out = join(root, 'build/out');
  const facade = /^(?:import|export)\b[^;]*"\.\/([\w-]+\.js)";?(export\b[^;]*;?)?\s*$/;
  /** @type {[chunk: string, exported: string] | undefined} */
  let start;
  /** @type {Map<string, string>} */
  const chunks = new Map();
  for (const name of readdirSync(out)
    .filter((f) => f.endsWith('.js'))
    .sort()) {
    const code = takeBundled(name);
    const [, chunk] = facade.exec(code) ?? [];
    if (!chunk) chunks.set(name, code);
    else start = [chunk, /(\w+) as start\b/.exec(code)?.[1] ?? ''];
  }
  if (start) {
    const [chunk, short] = start;
    const code = chunks.get(chunk) ?? '';
    const at = code.lastIndexOf('export{');
    const named = new RegExp(`(?<=[{,])(?:([\\w$]+) as )?(${short})(?=[,}])`);
    const names = code.slice(at).replace(named, (all, local) => `${all},${local ?? short} as start`);
    chunks.set(chunk, code.slice(0, at) + names);
  }
  rmSync(out, { recursive: true });
  const hash = shortHash([...chunks.values()].join('\n'));
  /** @param {string} name */
  const rename = (name) => `${name.replace(/(-[\da-f]{8})?\.js$/, '')}.${hash}.js`;
  /** @type {Set<string>} */
  const taken = new Set();
  for (let [name, code] of chunks) {
    if (taken.has(rename(name))) {
      console.error(`Two chunks have the name ${rename(name)}. A chunk is named after its file: rename one.`);
      process.exit(1);
    }
    taken.add(rename(name));
    for (const other of chunks.keys()) code = code.replaceAll(`./${other}`, `./${rename(other)}`);
    writeFileSync(join(dist, rename(name)), code);
  }
  return rename(`${entry}.js`);
};

/**
 * Writes each locale as scripts that export it, because a JSON chunk would carry each key twice. Keys with a
 * dot belong to lazily loaded parts of the interface and go into a second file.
 */
const buildLocales = () => {
  const codes = Object.keys(readCodes()).sort();
  const complete = codes.flatMap((code) => {
    const words = Object.entries(UNKNOWN.includes(code) ? withEachForm(allWords(code)) : allWords(code));
    const dates = WITHOUT_DATES.includes(code) ? datesScript(code) : '';
    /** @param {string} name @param {boolean} dotted */
    const file = (name, dotted) => {
      const some = words.filter(([key]) => comesLater(key) === dotted);
      const module = `export default ${JSON.stringify(Object.fromEntries(some)).replace(/"([A-Za-z_]\w*)":/g, '$1:')}`;
      return { name, module: dotted ? module : dates + module };
    };
    return [file(code, false), file(`${code}.more`, true)];
  });
  const files = [...complete, ...bareFiles()];
  const dir = `l.${shortHash(files.map((f) => f.module).join('\n'))}`;
  mkdirSync(join(dist, dir), { recursive: true });
  for (const { name, module } of files) writeFileSync(join(dist, dir, `${name}.js`), module);
  return { dir, codes };
};

const buildWidget = async () => {
  process.chdir(root); // Babel takes its settings from there.
  rmSync(join(root, 'build'), { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await must(run(process.execPath, [bin('typescript/bin/tsc'), '-p', 'tsconfig.build.json']), 'Compiling');
  const { dir, codes } = buildLocales();
  await bundle('messenger', { PORCH_LOCALES_DIR: dir, PORCH_LOCALES: codes.join(' ') });
  const messenger = publish('messenger');
  await bundle('launcher/launcher', {});
  const launcher = publish('launcher');
  await bundle('loader/realm', {});
  const realm = publish('realm');
  const names = {
    PORCH_MESSENGER: messenger,
    PORCH_LAUNCHER: launcher,
    PORCH_REALM: realm,
    PORCH_LOCALES_DIR: dir,
  };
  const files = { ...names, PORCH_GIVEN: 'false' };
  await bundle('loader/renew', files);
  // Loaders of earlier builds request this file, so its name never changes.
  writeFileSync(join(dist, 'porch.renew.js'), takeBundled('renew.js'));
  rmSync(join(root, 'build/out'), { recursive: true });
  await bundle('loader/loader', names);
  const code = readFileSync(join(dist, launcher), 'utf8');
  writeFileSync(join(dist, 'porch.now.js'), joinAtOnce(takeBundled('loader.js').trim(), code));
  await bundle('loader/loader', files);
  // microbundle's own iife output is lowered to ES5. The wrapper keeps the script's names out of the page's
  // scope.
  writeFileSync(join(dist, 'porch.js'), `(()=>{${takeBundled('loader.js').trim()}})();\n`);
  compress(dist);
  publishBuild(dist, join(root, 'dist'), ['porch.js', 'porch.now.js', 'porch.renew.js']);
  await buildNpm();
};

/**
 * Builds for production, also where tests ask for it: a build for development has the paths of this machine in it.
 * @param {string} app folder of a vite app, relative to the repository
 * @param {string} made the folder it is served from, relative to the repository
 */
const buildApp = async (app, made) => {
  const out = join(root, 'build/app');
  const options = ['--outDir', out, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { NODE_ENV: 'production' };
  await must(
    run(process.execPath, [bin('vite/bin/vite.js'), 'build', app, ...options], { env }),
    `Building ${app}`,
  );
  publishBuild(out, join(root, made), ['index.html']);
  rmSync(out, { recursive: true });
};

const DESK = 'examples/support-desk';

/**
 * Bundles the desk's own files, because compiling them at each start would take about as long as all the rest
 * of the start. Its packages stay outside. The bundle looks for the migrations beside itself.
 */
const buildDesk = async () => {
  const server = join(DESK, 'server');
  const options = ['--ssr', 'main.ts', '--outDir', '../build', '--emptyOutDir', '--logLevel', 'warn'];
  await must(
    run(process.execPath, [bin('vite/bin/vite.js'), 'build', server, ...options]),
    'Building the desk',
  );
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
const buildServer = async () =>
  existsSync(join(root, DESK, 'server/main.ts')) &&
  part(
    `${DESK}/build/.stamp`,
    `${DESK}/build/main.js`,
    [`${DESK}/server`, `${DESK}/shared`, 'src', 'locales/chain.mjs', 'locales/codes.json'],
    buildDesk,
  );

/** @returns {Promise<boolean>} whether the documentation had to be rendered */
const buildDocumentation = async () => {
  const { buildDocs, docInputs, DOCS } = await import('./docs.mjs');
  return part(`${DOCS}/.stamp`, `${DOCS}/index.html`, docInputs(), buildDocs);
};

/** @returns {Promise<boolean>} whether anything had to be built */
export const build = async () => {
  const widget = await part('dist/.stamp', 'dist/porch.js', ['src', 'locales'], buildWidget);
  let apps = false;
  for (const [made, app, inputs] of /** @type {[string, string, string[]][]} */ ([
    [`${DESK}/dist`, `${DESK}/inbox`, [`${DESK}/shared`, 'src', 'locales/codes.json']],
    ['examples/gallery/dist', 'examples/gallery', ['src', 'locales']],
  ])) {
    if (!existsSync(join(root, app, 'index.html'))) continue;
    apps =
      (await part(`${made}/.stamp`, `${made}/index.html`, [app, ...inputs], () => buildApp(app, made))) ||
      apps;
  }
  const docs = await buildDocumentation();
  const desk = await buildServer();
  return widget || apps || docs || desk;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  readOptions('npm run build\n  has no options', {});
  // A size measurement may follow a build by hand and needs build/dist too; starting the desk needs only
  // `dist/`.
  if (!existsSync(join(dist, 'porch.js'))) rmSync(join(root, 'dist/.stamp'), { force: true });
  await build();
}
