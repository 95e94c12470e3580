import type { DeskOptions } from './desk';

// Runs too where a PostgreSQL server is at hand: TEST_DATABASE_URL=postgres://…
const databaseUrl = process.env.TEST_DATABASE_URL;

/** Every engine a desk keeps its rows on, for suites that hold for each. */
export const ENGINES: [string, DeskOptions][] = [
  ['plain memory', { store: 'memory' }],
  ['PGlite', { store: 'pglite' }],
  ...(databaseUrl ? [['PostgreSQL', { databaseUrl }] as [string, DeskOptions]] : []),
];
