/** Checks that imports of src/ point downwards only. The rules are data; each exception states its reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { root } from './run.mjs';

/** Each folder of src/ and the folders it may import from, itself included. */
const MAY_IMPORT = {
  wire: ['wire'],
  model: ['model', 'wire'],
  i18n: ['i18n'],
  platform: ['platform'],
  services: ['services', 'platform', 'wire'],
  slices: ['slices', 'model', 'i18n', 'platform', 'wire'],
  launcher: ['launcher', 'platform', 'model', 'wire'],
  flows: ['flows', 'slices', 'services', 'launcher', 'platform', 'i18n', 'model', 'wire'],
  api: ['api', 'i18n', 'platform'],
  ui: ['ui', 'slices', 'i18n', 'model', 'wire'],
  loader: ['loader', 'wire'],
  'messenger.ts': ['*'],
  parts: [
    'parts',
    'api',
    'ui',
    'flows',
    'slices',
    'services',
    'launcher',
    'platform',
    'i18n',
    'model',
    'wire',
  ],
};

/** Imports that a single file may make beyond its folder's rule, with the reason. */
const EXCEPTIONS = [
  {
    file: 'loader/queue.ts',
    imports: 'api/methods.ts',
    why: 'unknown calls are refused before the messenger is there',
  },
  {
    file: 'launcher/la*',
    imports: 'loader/handover.ts',
    why: 'the types by which the loader hands over',
  },
  {
    file: 'loader/*',
    imports: 'launcher/launcher.ts',
    why: 'types only: the file is loaded by address',
    types: true,
  },
  {
    file: 'loader/handover.ts',
    imports: 'launcher/surface.ts',
    why: 'types only: what hangs on the page',
    types: true,
  },
  {
    file: 'loader/handover.ts',
    imports: 'platform/storage.ts',
    why: 'types only: what the messenger hands to the launcher',
    types: true,
  },
  {
    file: 'ui/mount.tsx',
    imports: 'platform/*',
    why: 'types only: the frame and its sheet come in as arguments',
    types: true,
  },
];

/** Packages that only the listed files may import. */
const SOLE_IMPORTERS = [
  { package: /^faye/, files: ['services/fayeClient.ts'] },
  { package: /^goober/, files: ['ui/theme/css.ts'] },
];

/** Packages and globals that a folder must not use. */
const FORBIDDEN_PACKAGES = [
  { room: 'model', package: /./, why: 'the rules are pure' },
  { room: 'wire', package: /./, why: 'shared with the support desk' },
  { room: 'launcher', package: /./, why: 'no framework before the launcher' },
  { room: 'loader', package: /./, why: 'no framework before the launcher' },
];

const src = join(root, 'src');

/** @param {string} dir @returns {string[]} */
const files = (dir) =>
  readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return files(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s*'([^']+)'|import\s*\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g;

const all = files(src).map((f) => relative(src, f).replaceAll('\\', '/'));
const known = new Set(all);
/** @param {string} pattern @param {string} file */
const matches = (pattern, file) =>
  pattern.endsWith('*') ? file.startsWith(pattern.slice(0, -1)) : pattern === file;

/** @type {string[]} */
const problems = [];
const usedExceptions = new Set();
for (const file of all) {
  const room = file.includes('/') ? file.slice(0, file.indexOf('/')) : file;
  const allowed = /** @type {Record<string, string[]>} */ (MAY_IMPORT)[room];
  if (!allowed) {
    problems.push(`${file}: '${room}' is no room of src/README.md`);
    continue;
  }
  const text = readFileSync(join(src, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, type, from, dynamic, bare] of text.matchAll(IMPORT)) {
    const target = from ?? dynamic ?? bare ?? '';
    if (!target.startsWith('.')) {
      const sole = SOLE_IMPORTERS.find((s) => s.package.test(target));
      if (sole && !sole.files.includes(file))
        problems.push(`${file}: only ${sole.files} may import ${target}`);
      const forbidden = FORBIDDEN_PACKAGES.find((f) => f.room === room && f.package.test(target));
      if (forbidden) problems.push(`${file}: ${room} may not import ${target}: ${forbidden.why}`);
      continue;
    }
    const base = posix.join(dirname(file), target);
    const to = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((f) => known.has(f)) ?? base;
    const toRoom = to.includes('/') ? to.slice(0, to.indexOf('/')) : to;
    if (allowed.includes('*') || allowed.includes(toRoom)) continue;
    const exception = EXCEPTIONS.find(
      (e) => matches(e.file, file) && matches(e.imports, to) && (!e.types || type),
    );
    if (exception) usedExceptions.add(exception);
    else problems.push(`${file} imports ${to}: ${room} may import ${allowed.join(', ')}`);
  }
}
for (const e of EXCEPTIONS) {
  if (!usedExceptions.has(e))
    problems.push(`The exception for ${e.file} → ${e.imports} is not used any more`);
}
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`Imports of ${all.length} files point downwards.`);
process.exit(problems.length ? 1 : 0);
