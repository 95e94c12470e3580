/**
 * Checks the imports of src/, of the support desk (`deskRooms.mjs`) and of the command porch-cost: rooms import downwards only,
 * core reaches features through registries, a feature imports no other feature, the desk imports what the messenger's package
 * exports, the command imports only itself and Node, and no files import each other in a circle. The desk takes its time
 * from its clocks (`oneClock.mjs`), and reads bodies and the environment in one file each (`soleUsers.mjs`). No file and no
 * export is without a user (`unusedParts.mjs`). The rules are data.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deskRoomProblems } from './deskRooms.mjs';
import { circlesOf, graphOf, readTexts } from './importGraph.mjs';
import { clockProblems } from './oneClock.mjs';
import { packageProblems } from './packageImports.mjs';
import { root } from './run.mjs';
import { soleUserProblems } from './soleUsers.mjs';
import { unusedExports, unusedFiles } from './unusedParts.mjs';

const RULES = ['wire', 'model'];
const STATE = ['slices', 'i18n', 'platform', ...RULES];
const CORE = ['conversation', 'delivery', 'ui', 'services', 'launcher', ...STATE];

/** The rooms of src/ and the rooms that each may import besides itself. Types may come from `types` too. */
const ROOMS = {
  wire: { imports: [] },
  model: { imports: ['wire'] },
  i18n: { imports: [] },
  platform: { imports: [] },
  services: { imports: ['platform', ...RULES] },
  slices: { imports: ['i18n', 'platform', ...RULES] },
  ui: { imports: ['slices', 'i18n', ...RULES] },
  launcher: { imports: ['platform', ...RULES], types: ['loader'] },
  loader: { imports: ['platform', ...RULES], types: ['launcher'] },
  kindTexts: { imports: ['wire'] },
  delivery: { imports: ['services', 'kindTexts', ...STATE] },
  conversation: { imports: ['ui', ...STATE], types: ['delivery', 'kindTexts', 'launcher', 'services'] },
  messageKinds: { imports: ['kindTexts', 'conversation', 'ui', 'i18n', ...RULES] },
  features: { imports: ['messageKinds', 'kindTexts', ...CORE], types: ['loader', 'npm'] },
  npm: { imports: [] },
  'messenger.ts': { imports: ['messengerFeatures.ts', ...CORE], types: ['loader'] },
};

/** Files with their own rules, which count as their own room. */
const ROOMS_WITHIN = [
  // The half of a message kind without drawing. Delivery, features and the desk's inbox share it.
  { room: 'kindTexts', files: /^messageKinds\/(\w+\/)?(decode|kind|lines|text|texts)\.ts$/ },
];

/** The only files that load features, by `import()`: one for each stage of loading. */
const REGISTRIES = [
  'launcher/features.ts',
  'messengerFeatures.ts',
  'conversation/homeFeatures.ts',
  'delivery/receiving/arrivalFeatures.ts',
  'conversation/askedFeatures.ts',
  'conversation/endedFeatures.ts',
  'conversation/menuFeatures.ts',
  'conversation/richFeatures.ts',
];

/** Packages that only the listed files may import. */
const SOLE_IMPORTERS = [
  { package: /^faye/, files: ['services/fayeClient.ts', 'services/fayePatches.ts'] },
  { package: /^goober/, files: ['ui/theme/css.ts'] },
  { package: /^wretch/, files: ['services/http.ts'] },
  { package: /^rosetta/, files: ['i18n/words.ts'] },
];

/** Rooms that may not import packages. */
const WITHOUT_PACKAGES = [
  { room: 'model', why: 'the rules are pure' },
  { room: 'wire', why: 'it is shared with the support desk' },
  { room: 'kindTexts', why: 'it is shared with the support desk' },
  { room: 'launcher', why: 'no framework loads before the visitor wants it' },
  { room: 'loader', why: 'no framework loads before the visitor wants it' },
];

/** Files that no file imports: what the build, the page or the package begins with, and types of packages. */
const ENTRIES = {
  messenger: /^(loader\/(loader|realm|renew)|messenger|npm\/.*)\.ts$|\.d\.ts$/,
  desk: /^(docs\/site|drizzle\.config|inbox\/(preview\/preview|vite\.config)|server\/(main|operator\/desk))\.ts$|^inbox\/main\.tsx$|\.d\.ts$/,
};

const texts = readTexts('src');
const graph = graphOf(texts);

/** @param {string} file */
const roomOf = (file) => ROOMS_WITHIN.find(({ files }) => files.test(file))?.room ?? file.split('/')[0] ?? '';
/** @param {string} file */
const featureOf = (file) => (roomOf(file) === 'features' ? file.split('/')[1] : undefined);

/**
 * @param {string} file
 * @param {import('./importGraph.mjs').Import} made
 * @returns {string | undefined} why it is refused
 */
const refusal = (file, { to, kind }) => {
  if (to.startsWith('@porch/')) return 'src/ imports its own files by their paths';
  if (!graph.has(to)) {
    const sole = SOLE_IMPORTERS.find((s) => s.package.test(to) && !s.files.includes(file));
    if (sole) return `only ${sole.files} may`;
    return WITHOUT_PACKAGES.find((w) => w.room === roomOf(file))?.why;
  }
  const feature = featureOf(to);
  if (feature) {
    if (feature === featureOf(file)) return undefined;
    if (featureOf(file)) return 'a feature imports core, never another feature';
    if (REGISTRIES.includes(file) && kind !== 'static') return undefined;
    return `core loads features through ${REGISTRIES.join(', ')}`;
  }
  const room = /** @type {{ imports: string[], types?: string[] } | undefined} */ (
    /** @type {Record<string, unknown>} */ (ROOMS)[roomOf(file)]
  );
  const target = roomOf(to);
  if (!room || target === roomOf(file) || room.imports.includes(target)) return undefined;
  if (kind === 'type' && room.types?.includes(target)) return undefined;
  return `${roomOf(file)} may import ${room.imports.join(', ') || 'nothing'}`;
};

/** @type {string[]} */
const problems = [];
for (const [file, made] of graph) {
  if (!(roomOf(file) in ROOMS) && !REGISTRIES.includes(file))
    problems.push(`${file}: '${roomOf(file)}' is not a room in src/README.md`);
  for (const one of made) {
    const why = refusal(file, one);
    if (why) problems.push(`${file} imports ${one.to}: ${why}`);
  }
}
/** @type {Map<string, string>} */
const names = new Map();
for (const file of graph.keys()) {
  const name = file.replace(/\.tsx?$/, '').toLowerCase();
  if (names.has(name)) problems.push(`${file} and ${names.get(name)} are one file where case does not count`);
  names.set(name, file);
}
const deskTexts = readTexts('examples/support-desk');
problems.push(...clockProblems(deskTexts), ...soleUserProblems(deskTexts));
const desk = graphOf(deskTexts);
/** @type {{ exports: Record<string, string> }} */
const { exports } = JSON.parse(readFileSync(join(root, 'src/package.json'), 'utf8'));
problems.push(...packageProblems(desk, Object.keys(exports)), ...deskRoomProblems(desk));
const users = ['test', 'scripts', 'examples/gallery'].flatMap((folder) => [
  ...readTexts(folder, /\.(tsx?|mjs)$/).values(),
]);
problems.push(
  ...unusedExports(texts, [...deskTexts.values(), ...users]),
  ...unusedExports(deskTexts, users),
  ...unusedFiles(graph, (file) => ENTRIES.messenger.test(file)),
  ...unusedFiles(desk, (file) => ENTRIES.desk.test(file)),
);
// The npm package has these files and no dependency.
const command = graphOf(readTexts('scripts/porch-cost', /\.mjs$/));
for (const [file, made] of command)
  for (const { to } of made)
    if (!command.has(to) && !to.startsWith('node:'))
      problems.push(`scripts/porch-cost/${file} imports ${to}: the command imports only itself and Node`);
for (const circle of [graph, desk, command].flatMap(circlesOf)) problems.push(`A circle: ${circle}`);
for (const problem of problems) console.error(problem);
if (problems.length === 0)
  console.log(`Imports of ${graph.size + desk.size + command.size} files point downwards, without circles.`);
process.exit(problems.length ? 1 : 0);
