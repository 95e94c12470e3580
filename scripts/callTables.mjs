/**
 * Generates everything that repeats the table of the page's calls in src/npm: the tables in the README and
 * docs/calls.md, and the code of the loader, the launcher and the messenger.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE } from './calls/codeTables.mjs';
import { PAGES } from './calls/docTables.mjs';
import { readOptions } from './options.mjs';
import { root } from './run.mjs';

const HELP = `node scripts/callTables.mjs [--check]
  --check  writes nothing, and fails if a file is stale`;

const { values } = readOptions(HELP, { check: { type: 'boolean' } });

for (const [path, make] of Object.entries({ ...PAGES, ...CODE })) {
  const fresh = make();
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === fresh) continue;
  if (values.check) {
    console.error(`${path} is stale: run node scripts/callTables.mjs.`);
    process.exitCode = 1;
  } else writeFileSync(file, fresh);
}
