import { defineConfig } from 'vitest/config';
import root from '../../../vitest.config';

/** The unit tests that the mutants are tried against; the schedules would take a minute for each. */
export default defineConfig({
  resolve: root.resolve,
  define: root.define,
  test: {
    include: [
      'test/unit/flows/{outbox,catchUp,sendMessage,sendElsewhere,resync}*.test.ts',
      'test/unit/model/{messageOrder,reconcile,retryPolicy}*.test.ts',
      'test/unit/slices/messages*.test.ts',
    ],
    setupFiles: ['test/faults/mutation/fixedSeed.ts'],
  },
});
