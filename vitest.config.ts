import { fileURLToPath } from 'node:url';
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

/** How long a test may wait for something, so that it also passes on a busy machine. */
const patient = { expect: { poll: { timeout: 20_000 } } };
const overNetwork = { testTimeout: 30_000, hookTimeout: 60_000, fileParallelism: false, ...patient };
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

/** The delivery engine's lazy parts come at once: loading takes real time, and fault tests have only their own. */
const lazyAtOnce = {
  name: 'lazy-at-once',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (!/\/src\/flows\/(delivery|readBack|loadIdentity)\.ts$/.test(id)) return undefined;
    const parts: string[] = [];
    const rest = code.replace(/(?<!typeof )import\('(\.\/\w+)'\)/g, (_, part: string) => {
      parts.push(`import * as lazy${parts.length} from '${part}';`);
      return `Promise.resolve(lazy${parts.length - 1})`;
    });
    return parts.join('') + rest;
  },
} as const;

/** Runs the real client in Node; faye's browser side comes bundled, as its package says which files those are. */
const faults = {
  ...project('faults', {
    globalSetup: ['test/faults/support/bundleFaye.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 1_200_000,
  }),
  plugins: [lazyAtOnce],
  resolve: {
    alias: [
      ...shared.resolve.alias,
      {
        find: /^(\.\.\/services|\.)\/fayeClient$/,
        replacement: fileURLToPath(new URL('test/faults/support/realm.ts', import.meta.url)),
      },
    ],
  },
};

export default defineConfig({
  ...shared,
  test: {
    projects: [
      project('unit'),
      project('component', {
        // What SPEC.md says, line by line.
        include: ['test/{component,spec}/**/*.test.{ts,tsx}'],
        environment: 'happy-dom',
        environmentOptions: { happyDOM: { url: 'https://publisher.example/' } },
      }),
      // Making a database takes some seconds, on a busy machine half a minute.
      project('contract', { ...overNetwork, testTimeout: 180_000, hookTimeout: 180_000 }),
      faults,
      project('browser', inChromium),
      project('security', inChromium),
      project('bench', { ...inChromium, maxWorkers: 1, include: ['test/bench/**/*.bench.ts'] }),
    ],
  },
});
