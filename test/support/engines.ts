import type { DeskOptions } from './desk';

// To run the suites on a PostgreSQL server too, set TEST_DATABASE_URL=postgres://…
const databaseUrl = process.env.TEST_DATABASE_URL;

/** False in `npm test`, which leaves databases out. */
export const WITH_DATABASES = process.env.ENGINES !== 'memory';

/** The storage engines of the desk, for suites that must pass on each. */
export const ENGINES: [string, DeskOptions][] = [
  ['plain memory', { store: 'memory' }],
  ...(WITH_DATABASES ? [['PGlite', { store: 'pglite' }] as [string, DeskOptions]] : []),
  ...(WITH_DATABASES && databaseUrl ? [['PostgreSQL', { databaseUrl }] as [string, DeskOptions]] : []),
];
