import { afterAll, afterEach } from 'vitest';
import { expectNothingUncaught } from './uncaught';

// Vitest runs this file before each browser test file, but evaluates the modules it imports once for several
// of them.
afterEach(expectNothingUncaught);
afterAll(expectNothingUncaught);
