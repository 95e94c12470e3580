import { defineConfig } from 'vitest/config';
import root from '../../../vitest.config';

/** Runs each mutant against the unit tests only; the schedules would take a minute for each mutant. */
export default defineConfig({
  resolve: root.resolve,
  define: root.define,
  test: {
    include: [
      'test/unit/delivery/{sending,receiving}/{outbox,catchUp,sendMessage,sendElsewhere,resync}*.test.ts',
      'test/unit/model/{messageOrder,reconcile,retryPolicy}*.test.ts',
      'test/unit/slices/messages*.test.ts',
    ],
    setupFiles: ['test/faults/mutation/fixedSeed.ts'],
  },
});
