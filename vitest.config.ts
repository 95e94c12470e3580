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

export default defineConfig({
  ...shared,
  test: {
    projects: [
      project('unit'),
      project('component', {
        environment: 'happy-dom',
        environmentOptions: { happyDOM: { url: 'https://publisher.example/' } },
      }),
      project('contract', overNetwork),
      project('browser', overNetwork),
      project('security', overNetwork),
    ],
  },
});
