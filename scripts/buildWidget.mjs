/** Builds the widget and the npm package. `build/dist` is the new build; `dist` is what is served. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { joinAtOnce } from './atOnce.mjs';
import { buildNpm } from './buildNpm.mjs';
import { compress } from './compress.mjs';
import { AHEAD, firstOpening } from './firstOpening.mjs';
import { publishBuild } from './keepBuilds.mjs';
import { datesScript, UNKNOWN, WITHOUT_DATES, withEachForm } from './localeDates.mjs';
import { allWords, bareFiles, PARTS, partOf, readCodes } from './locales.mjs';
import { makeOwnCopies } from './ownCopies.mjs';
import { bin, root, run, shortHash } from './run.mjs';

/**
 * Holds only the new build, which the size budgets measure; `dist/` also holds the files of earlier builds.
 */
export const dist = join(root, 'build/dist');
/** @type {{ version: string }} */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const ALIASES = [
  'react=preact/compat',
  'react-dom=preact/compat',
  '@preact/signals-react=@preact/signals',
];

/**
 * Formats `--define` for microbundle. A build's hash of digits alone is quoted, to stay a string.
 * @param {Record<string, string>} defines
 */
export const defineOption = (defines) =>
  Object.entries(defines)
    .map(([name, value]) => `${name}=${/^\d+$/.test(value) ? `'${value}'` : value}`)
    .join(',');

/**
 * Runs microbundle in this process: loading its tools takes as long as making a small bundle. .babelrc and package.json
 * hold the workarounds it needs (see src/README.md, Build).
 * @param {string} entry name of a file in build/
 * @param {Record<string, string>} defines
 */
const bundle = async (entry, defines) => {
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
    define: defineOption({ 'process.env.NODE_ENV': 'production', PORCH_VERSION: version, ...defines }),
    workers: false,
  });
};

/**
 * A placeholder for the build's folder while the loader is bundled. The minifier names variables by how often each
 * letter occurs: with the folder itself, the size would vary by 30 bytes between builds.
 */
const FOLDER = '2ssoi';

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
 * Takes the chunks of one bundle. Leaves out the bundle's facade, which only re-exports its first chunk. That chunk
 * exports what the loader starts under the facade's name.
 * @returns {Map<string, string>} code by the name that microbundle gave, whose hash ignores what minification changes
 */
const takeChunks = () => {
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
    else start = [chunk, /([\w$]+) as start\b/.exec(code)?.[1] ?? ''];
  }
  if (start) {
    const [chunk, short] = start;
    const code = chunks.get(chunk) ?? '';
    const at = code.lastIndexOf('export{');
    const named = new RegExp(`(?<=[{,])(?:([\\w$]+) as )?(${short.replaceAll('$', '\\$')})(?=[,}])`);
    const names = code.slice(at).replace(named, (all, local) => `${all},${local ?? short} as start`);
    if (!short || !names.includes(' as start')) throw new Error(`${chunk} does not export its start`);
    chunks.set(chunk, code.slice(0, at) + names);
  }
  rmSync(out, { recursive: true });
  return chunks;
};

/**
 * Tells Chromium to compile all functions of a file while it arrives, off the main thread. Most of them run at once,
 * and would be compiled one by one on the main thread.
 */
const EAGER = '//# allFunctionsCalledOnLoad\n';

/** @param {string} chunk a name that microbundle gave */
const plainName = (chunk) => chunk.replace(/(-[\da-f]{8})?\.js$/, '.js');

/**
 * Bundles an entry and adds its chunks to the files of the build, under names without hashes.
 * @param {string} entry
 * @param {Record<string, string>} defines
 * @param {Map<string, string>} files
 */
const addBundle = async (entry, defines, files) => {
  await bundle(entry, defines);
  const chunks = takeChunks();
  for (let [name, code] of chunks) {
    if (files.has(plainName(name))) {
      console.error(
        `Two chunks have the name ${plainName(name)}. A chunk is named after its file: rename one.`,
      );
      process.exit(1);
    }
    for (const other of chunks.keys()) code = code.replaceAll(`./${other}`, `./${plainName(other)}`);
    files.set(plainName(name), code);
  }
};

/**
 * Writes each locale as scripts that export it: JSON chunks would repeat each key. Keys with a dot belong to lazily
 * loaded parts of the interface and go into a second file.
 */
const buildLocales = () => {
  const codes = Object.keys(readCodes()).sort();
  const complete = codes.flatMap((code) => {
    const words = Object.entries(UNKNOWN.includes(code) ? withEachForm(allWords(code)) : allWords(code));
    const dates = WITHOUT_DATES.includes(code) ? datesScript(code) : '';
    return PARTS.map((part) => {
      const some = words.filter(([key]) => partOf(key) === part);
      const module = `export default ${JSON.stringify(Object.fromEntries(some)).replace(/"([A-Za-z_]\w*)":/g, '$1:')}`;
      return { name: code + part, module: part ? module : dates + module };
    });
  });
  const files = [...complete, ...bareFiles()].map(
    ({ name, module }) => /** @type {const} */ ([`l/${name}.js`, module]),
  );
  return { files, codes };
};

/**
 * Writes the files that browsers cache forever into one folder, named after the hash of all their content. They import
 * each other in circles, so they cannot be hashed one by one, and none contains the hash.
 * @param {Map<string, string>} files
 * @returns {string} the folder
 */
const writeFolder = (files) => {
  const folder = shortHash([...files].map(([name, code]) => `${name}\n${code}`).join('\n'));
  mkdirSync(join(dist, folder, 'l'), { recursive: true });
  for (const [name, code] of files) writeFileSync(join(dist, folder, name), code);
  return folder;
};

/** @throws {Error} if the code does not compile */
export const buildWidget = async () => {
  process.chdir(root); // Babel reads its settings there.
  rmSync(join(root, 'build'), { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  if ((await run(process.execPath, [bin('typescript/bin/tsc'), '-p', 'tsconfig.build.json'])) !== 0)
    throw new Error('The widget could not be compiled.');
  makeOwnCopies(join(root, 'build'));
  const { files: locales, codes } = buildLocales();
  /** @type {Map<string, string>} */
  const files = new Map(locales);
  await addBundle('messenger', { PORCH_LOCALES: codes.join(' ') }, files);
  files.set('messenger.js', EAGER + files.get('messenger.js'));
  await addBundle('launcher/launcher', {}, files);
  await addBundle('loader/realm', { PORCH_OPENING: firstOpening().slice(0, AHEAD).join(' ') }, files);
  const folder = writeFolder(files);
  /** @param {string} name */
  const takeLoader = (name) => takeBundled(name).trim().replaceAll(FOLDER, folder);
  const names = { PORCH_BUILD: FOLDER };
  const fetching = { ...names, PORCH_NOW: 'false' };
  await bundle('loader/renew', fetching);
  // Loaders of earlier builds request this file, so its name must not change.
  writeFileSync(join(dist, 'porch.renew.js'), takeLoader('renew.js'));
  rmSync(join(root, 'build/out'), { recursive: true });
  await bundle('loader/loader', { ...names, PORCH_NOW: 'true' });
  const launcher = files.get('launcher.js') ?? '';
  const joined = await joinAtOnce(takeBundled('loader.js').trim(), launcher);
  writeFileSync(join(dist, 'porch.now.js'), joined.replaceAll(FOLDER, folder));
  await bundle('loader/loader', fetching);
  // microbundle would compile its own iife output to ES5. The wrapper keeps the script's names out of the page's scope.
  writeFileSync(join(dist, 'porch.js'), `(()=>{${takeLoader('loader.js')}})();\n`);
  compress(dist);
  publishBuild(dist, join(root, 'dist'), ['porch.js', 'porch.now.js', 'porch.renew.js']);
  await buildNpm();
};
