import type { DeskOptions } from './desk';

// To run the suites on a PostgreSQL server too, set TEST_DATABASE_URL=postgres://…
const databaseUrl = process.env.TEST_DATABASE_URL;

/** All storage engines of the desk, for suites that must pass on each. */
export const ENGINES: [string, DeskOptions][] = [
  ['plain memory', { store: 'memory' }],
  ['PGlite', { store: 'pglite' }],
  ...(databaseUrl ? [['PostgreSQL', { databaseUrl }] as [string, DeskOptions]] : []),
];
