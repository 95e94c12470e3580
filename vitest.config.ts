import { defineConfig } from 'vitest/config';

const shared = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: [
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^@preact\/signals-react$/, replacement: '@preact/signals' },
    ],
  },
  define: {
    PORCH_VERSION: JSON.stringify('0.0.0'),
    PORCH_LOCALES: JSON.stringify('en-us'),
    PORCH_LOCALES_DIR: JSON.stringify('l'),
  },
} as const;

const project = (name: string, test: Record<string, unknown> = {}) => ({
  ...shared,
  // A copy: vitest takes the entries out of what it is given.
  define: { ...shared.define },
  test: { name, include: [`test/${name}/**/*.test.{ts,tsx}`], ...test },
});

const overNetwork = { testTimeout: 30_000, hookTimeout: 60_000, fileParallelism: false };
const inChromium = {
  ...overNetwork,
  // A browser waits more than it works: two files at once are what two cores can do.
  fileParallelism: true,
  maxWorkers: 2,
  globalSetup: ['test/support/buildExamples.ts'],
  setupFiles: ['test/support/eachBrowserFile.ts'],
  // Loading Playwright and the desk for each file takes as long as some of their tests.
  isolate: false,
};

/** The model runs the real client in Node; faye's browser side comes bundled, as its package says which files those are. */
const faults = project('faults', {
  globalSetup: ['test/faults/support/bundleFaye.ts'],
  pool: 'forks',
  maxWorkers: 2,
  testTimeout: 1_200_000,
});

export default defineConfig({
  ...shared,
  test: {
    projects: [
      project('unit'),
      project('component', {
        include: ['test/{component,spec}/**/*.test.{ts,tsx}'],
        environment: 'happy-dom',
        environmentOptions: { happyDOM: { url: 'https://publisher.example/' } },
      }),
      project('contract', overNetwork),
      faults,
      project('browser', inChromium),
      project('security', inChromium),
      project('bench', { ...inChromium, maxWorkers: 1, include: ['test/bench/**/*.bench.ts'] }),
    ],
  },
});
