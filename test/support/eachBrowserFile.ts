import { afterAll, afterEach } from 'vitest';
import { checkSharedPages, endSharedPages } from './pageProblems';
import { expectNothingUncaught } from './uncaught';

/** Makes the second check too when the first one fails, so that the next test is not blamed. */
const both = (check: () => void) => () => {
  try {
    check();
  } finally {
    expectNothingUncaught();
  }
};

// Vitest runs this file before each browser test file, but evaluates the modules it imports once for several
// of them.
afterEach(both(checkSharedPages));
afterAll(both(endSharedPages));
