/** The steps of `npm test` and of `npm test -- --all`. */
import { join } from 'node:path';
import { desksSchedulesBeside, QUICK, WHOLE } from '../../test/support/amounts.mjs';
import { ON_DISK, SMOKE } from '../../test/support/parts.mjs';
import { bin, filesOf, root } from '../run.mjs';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} [args] arguments for Node: the step passes or fails as a whole
 * @property {string[]} [projects] projects of vitest: their tests are counted
 * @property {string[]} inputs the files and folders that the result depends on
 * @property {Record<string, string>} [env]
 * @property {boolean} [isBuild] makes the files for steps with `needsBuild`
 * @property {boolean} [needsBuild]
 * @property {boolean} [inBrowsers] can be divided by `--shard`
 *
 * @typedef {{ beside: [Step[], Step[]], after: Step[] }} Plan two parallel sequences, and the steps after both
 */

const TOOLS = ['package-lock.json', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'scripts'];
const CODE = [...TOOLS, 'src', 'locales', 'examples', 'test'];
const BUILT = [...TOOLS, 'tsconfig.build.json', '.babelrc', 'src', 'locales', 'examples'];
const PAGES = ['docs', 'README.md', 'CHANGELOG.md', '.github'];

/** @param {{ texts: number }} amounts @returns {Step[]} */
const checksOf = ({ texts }) => [
  // Beside the build, more threads would only check the same types twice.
  { name: 'types', args: [bin('typescript/bin/tsc'), '--singleThreaded'], inputs: CODE },
  {
    name: 'lint',
    args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'],
    inputs: [...CODE, 'biome.json', '.size-limit.json', 'tsconfig.build.json', '.babelrc'],
  },
  { name: 'imports', args: ['scripts/check-imports.mjs'], inputs: CODE },
  { name: 'assignments', args: ['scripts/check-assignments.mjs'], inputs: CODE },
  { name: 'lengths', args: ['scripts/check-lengths.mjs'], inputs: CODE },
  { name: 'locales', args: ['scripts/check-locales.mjs'], inputs: ['scripts', 'src', 'locales', 'examples'] },
  { name: 'behaviour', args: ['scripts/check-behaviour.mjs'], inputs: ['scripts', 'src', 'test'] },
  {
    name: 'words',
    args: ['scripts/check-words.mjs'],
    inputs: ['scripts', 'src', 'locales', 'examples', ...PAGES],
  },
  { name: 'docs', projects: ['docs'], inputs: [...CODE, ...PAGES] },
  {
    name: 'in Node',
    projects: ['unit', 'component', 'spec', 'mocked'],
    env: { WRITTEN_TEXTS: String(texts) },
    inputs: CODE,
  },
];

const BUILD = [
  { name: 'build', args: ['scripts/build.mjs'], isBuild: true, inputs: BUILT },
  { name: 'sizes', args: [bin('size-limit/bin.js')], inputs: [...BUILT, '.size-limit.json'] },
  { name: 'figures', args: ['scripts/check-figures.mjs'], inputs: [...BUILT, ...PAGES] },
];

/** @param {{ schedules: number, tabs: number }} amounts @returns {Step} */
const faultsOf = ({ schedules, tabs }) => ({
  name: 'faults',
  projects: ['faults'],
  env: { FAULT_SCHEDULES: String(schedules), TAB_SCHEDULES: String(tabs) },
  inputs: CODE,
});

/** @param {{ kills: number }} amounts @returns {Step} */
const killsOf = ({ kills }) => ({
  name: 'kills',
  projects: ['kills'],
  env: { DESK_KILLS: String(kills) },
  needsBuild: true,
  inputs: CODE,
});

/** @param {string} name @returns {Step} a step that runs the vitest project of this name */
const onDesk = (name) => ({ name, projects: [name], needsBuild: true, inputs: CODE });

/** @type {Step} */
const SMOKE_STEP = { name: 'smoke', projects: ['smoke'], needsBuild: true, inBrowsers: true, inputs: CODE };

/** @type {Plan} */
const quick = {
  beside: [
    [...checksOf(QUICK), SMOKE_STEP],
    [
      ...BUILD,
      faultsOf(QUICK),
      killsOf(QUICK),
      {
        ...onDesk('contractInMemory'),
        env: { ENGINES: 'memory', FUZZ_REQUESTS: String(QUICK.requests) },
      },
    ],
  ],
  after: [],
};

/** @type {Plan} */
const whole = {
  beside: [
    [...checksOf(WHOLE), ...['contractInMemory', 'cluster'].map(onDesk)],
    [...BUILD, faultsOf(WHOLE), onDesk('onDisk'), killsOf(WHOLE)],
  ],
  after: [
    {
      name: 'inBrowsers',
      projects: ['inBrowsers'],
      needsBuild: true,
      inBrowsers: true,
      inputs: [...CODE, ...PAGES],
    },
  ],
};

/** The projects that `inBrowsers` runs as one, for `--only`. */
const IN_BROWSERS = ['browser', 'otherBrowsers', 'security'];

/** @param {Plan} plan */
const stepsOf = ({ beside: [one, other], after }) => [...one, ...other, ...after];

/** @returns {string[]} the names that `--only` takes */
export const names = () => {
  const all = stepsOf(whole).flatMap(({ name, projects }) => projects ?? [name]);
  return [...all, ...IN_BROWSERS, 'smoke'];
};

/** @param {Step} step @param {string[]} only @returns {Step[]} the step, reduced to what is asked for */
const narrow = (step, only) => {
  if (!step.projects) return only.includes(step.name) ? [step] : [];
  const possible = step.name === 'inBrowsers' ? [...step.projects, ...IN_BROWSERS] : step.projects;
  const projects = possible.filter((name) => only.includes(name));
  return projects.length > 0 ? [{ ...step, name: projects.join(', '), projects }] : [];
};

/**
 * @param {{ all?: boolean, only?: string[] }} asked `only` names steps or vitest projects, which then run in full
 * @returns {Plan}
 */
export const planOf = ({ all, only }) => {
  if (!only) return all ? whole : quick;
  /** @param {Step[]} steps */
  const of = (steps) => steps.flatMap((step) => narrow(step, only));
  return {
    beside: [of(whole.beside[0]), of(whole.beside[1])],
    after: of([...whole.after, SMOKE_STEP]),
  };
};

/** @param {{ schedules: number }} amounts */
const allSchedules = ({ schedules }) => schedules + desksSchedulesBeside(schedules);

/** @returns {string} what `npm test` leaves out of `npm test -- --all` */
export const leftOut = () => {
  const files = IN_BROWSERS.flatMap((folder) => filesOf(join(root, 'test', folder)));
  const tests = files.filter((file) => file.endsWith('.test.ts'));
  const parts = [
    `${allSchedules(WHOLE) - allSchedules(QUICK)} fault schedules`,
    `${WHOLE.kills - QUICK.kills} kills of the desk`,
    `${WHOLE.texts - QUICK.texts} written texts`,
    'the desk on its embedded PostgreSQL',
    `${ON_DISK.length} files of the desk’s contract, and three processes of it`,
    `${tests.length - SMOKE.length} browser files (Firefox, WebKit and nginx among them)`,
  ];
  return `not run: ${parts.join(', ')}\n         npm test -- --all runs them`;
};
