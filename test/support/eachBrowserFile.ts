import { afterAll, afterEach } from 'vitest';
import { expectNothingUncaught } from './uncaught';

// Runs before each file of browser tests, while what it imports is there once for several of them.
afterEach(expectNothingUncaught);
afterAll(expectNothingUncaught);
