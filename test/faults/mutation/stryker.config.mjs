/** scripts/testMutation.mjs runs Stryker with this file from the repository's folder. */
export default {
  mutate: [
    'src/delivery/sending/outbox.ts',
    'src/delivery/sending/sendMessage.ts',
    'src/delivery/sending/sendQueue.ts',
    'src/delivery/receiving/catchUp.ts',
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
  // Copy only what the tests need. Leave out tsconfig.json: Stryker would read it through an API TypeScript 7
  // has dropped.
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
