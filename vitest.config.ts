import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './scripts/run.mjs';
import { readDurations } from './scripts/test/durations.mjs';
import { BRIEF_WEBASSEMBLY } from './test/support/briefWebAssembly.mjs';
import { CLUSTER, ON_DISK, SMOKE } from './test/support/parts.mjs';
import { PATIENCE } from './test/support/patience.mjs';

const shared = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: [
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^@preact\/signals-react$/, replacement: '@preact/signals' },
      {
        find: /^fast-check$/,
        replacement: fileURLToPath(new URL('test/support/fastCheck.ts', import.meta.url)),
      },
    ],
  },
  define: {
    PORCH_NOW: 'false',
    PORCH_OPENING: JSON.stringify(''),
    PORCH_VERSION: JSON.stringify('0.0.0'),
    PORCH_LOCALES: JSON.stringify('en-us'),
  },
} as const;

const project = (name: string, test: Record<string, unknown> = {}) => ({
  ...shared,
  // A copy, because vitest removes the entries from its input.
  define: { ...shared.define },
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...test },
});

/** Files that replace modules which others need. Each has its modules to itself. */
const MOCKING = ['test/unit/**/loginChunk.test.ts', 'test/spec/messagesAndFiles.test.tsx'];
/**
 * Files of one worker share their modules: loading these takes longer than most of the tests. The limits end a test that
 * hangs, also on a machine ten times slower than usual; no test is about its own speed.
 */
const together = { isolate: false, unstubGlobals: true, testTimeout: 120_000, hookTimeout: 120_000 };
const inHappyDom = {
  environment: 'happy-dom',
  setupFiles: ['test/support/ariaReflection.ts', 'test/support/eachRender.ts'],
  environmentOptions: { happyDOM: { url: 'https://publisher.example/' } },
};

/** How long a test may wait for something, so that it also passes on a busy machine. */
const patient = { expect: { poll: { timeout: PATIENCE } } };
const overNetwork = { testTimeout: 900_000, hookTimeout: 600_000, fileParallelism: false, ...patient };
const onDesk = {
  ...overNetwork,
  execArgv: [BRIEF_WEBASSEMBLY],
  globalSetup: ['test/support/build.ts'],
};
/** The desk as a process that is killed: it waits for its restarts more than it works. */
const KILLS = ['test/contract/deskKill.test.ts'];
const inChromium = {
  ...overNetwork,
  // A browser waits more than it works: two cores can do four files at once.
  fileParallelism: true,
  maxWorkers: 4,
  globalSetup: ['test/support/build.ts'],
  setupFiles: ['test/support/eachBrowserFile.ts'],
  // Loading Playwright and the desk for each file takes as long as some of their tests.
  isolate: false,
};

/** The model runs the real client in Node; faye's browser side comes bundled, as its package says which files those are. */
const faults = project('faults', {
  globalSetup: ['test/faults/support/bundleFaye.ts'],
  setupFiles: ['test/faults/support/plainHttp.ts'],
  pool: 'forks',
  maxWorkers: 2,
  // A schedule makes much garbage and keeps little. A larger young generation copies less of it. The collector's helper threads would use the other worker's core, and more time in total than one thread.
  execArgv: ['--max-semi-space-size=96', '--single-threaded-gc'],
  testTimeout: 3_600_000,
});

const durations = readDurations();
const durationOf = ({ moduleId }: TestSpecification): number =>
  durations[relative(root, moduleId).replaceAll(sep, '/')] ?? 0;

/** Files that run generated values or a table of pages, so that their own size says nothing of how long they take. */
const isTable = ({ moduleId }: TestSpecification): boolean =>
  /[\\/](security|otherBrowsers|pages)[\\/]/.test(relative(root, moduleId));

/**
 * Runs the projects one after the other, and in each the files that took longest first, so that no worker is left with one
 * at the end. Before the first run, those are tables and large files. A worker takes another file only if the
 * next one in the queue is of its project; else it ends, and the next worker loads all modules anew.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const place = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.sort(
      (a, b) =>
        place(a) - place(b) || durationOf(b) - durationOf(a) || Number(isTable(b)) - Number(isTable(a)),
    );
  }
}

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ['test/support/folders.ts'],
    sequence: { sequencer: ByProject },
    projects: [
      project('unit', { ...together, exclude: MOCKING }),
      // What the pages of the documentation say.
      project('docs', together),
      project('component', { ...together, ...inHappyDom }),
      // All files replace the same modules, in `test/spec/support/visitor.tsx`, and so share them, but not with others.
      project('spec', { ...together, ...inHappyDom, exclude: MOCKING }),
      project('mocked', { ...inHappyDom, testTimeout: 120_000, include: MOCKING }),
      // Making a database takes some seconds, on a busy machine half a minute.
      project('contract', { ...onDesk, isolate: false, exclude: KILLS }),
      // The part of it that needs no database on the disk; `npm test` runs it in memory only.
      project('contractInMemory', {
        ...onDesk,
        isolate: false,
        include: ['test/contract/**/*.test.ts'],
        exclude: [...KILLS, ...ON_DISK, ...CLUSTER],
        // In memory it waits more than it works. With PostgreSQL, the steps beside it keep both cores busy.
        ...(process.env.ENGINES === 'memory' ? { fileParallelism: true, maxWorkers: 2 } : {}),
      }),
      // Two other parts, so that they can run beside the rest.
      // Its processes wait more than they work.
      project('onDisk', {
        ...onDesk,
        isolate: false,
        fileParallelism: true,
        maxWorkers: 2,
        include: ON_DISK,
      }),
      project('cluster', { ...onDesk, include: CLUSTER }),
      // A project of its own, so that it can run beside the others.
      project('kills', { ...onDesk, include: KILLS }),
      faults,
      project('browser', inChromium),
      project('security', inChromium),
      // Firefox and WebKit, as Chromium.
      project('otherBrowsers', inChromium),
      // All three as one: a worker starts anew for another project, and loads Playwright and the desk again.
      project('inBrowsers', {
        ...inChromium,
        include: ['test/{browser,otherBrowsers,security}/**/*.test.ts'],
      }),
      // Examples that take too long to install and build for every day: `npm run test:long -- examples`.
      project('examples', inChromium),
      project('smoke', { ...inChromium, include: SMOKE }),
      project('bench', { ...inChromium, maxWorkers: 1, include: ['test/bench/**/*.bench.ts'] }),
    ],
  },
});
