/** Run from the repository's folder by scripts/testMutation.mjs. */
export default {
  mutate: [
    'src/flows/outbox.ts',
    'src/flows/sendMessage.ts',
    'src/flows/catchUp.ts',
    'src/model/messageOrder.ts',
    'src/model/reconcile.ts',
    'src/model/retryPolicy.ts',
    'src/slices/messages.ts',
  ],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/faults/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  tempDirName: 'test/output/mutation/sandbox',
  // A copy of what the tests need; without tsconfig.json, for which Stryker wants TypeScript's older API.
  ignorePatterns: [
    '**',
    '!package.json',
    '!vitest.config.ts',
    '!src/**',
    '!test/{unit,support}/**',
    '!test/faults/mutation/*.ts',
  ],
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { allowColor: false, reportTests: false },
  jsonReporter: { fileName: 'test/output/mutation/report.json' },
  htmlReporter: { fileName: 'test/output/mutation/report.html' },
  thresholds: { high: 95, low: 90, break: 90 },
};
