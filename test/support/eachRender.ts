import { cleanup } from '@testing-library/preact';
import { afterEach } from 'vitest';

// Removes what a test has rendered.
afterEach(cleanup);
