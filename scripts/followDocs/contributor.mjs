/** The rows of a contributor: CONTRIBUTING, the map of the code, and the desk's README, in a fresh clone. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { untilHealthy } from './deskCalls.mjs';
import { freePort } from './place.mjs';

/** @typedef {{ place: import('./place.mjs').Place, clone: string }} Contributor */

/**
 * @param {import('./place.mjs').Place} place
 * @param {string} clone of the repository
 * @returns {Promise<Contributor>}
 */
export const createContributor = async (place, clone) => ({ place, clone });

const DESK = 'examples/support-desk/README.md';
const MAP = 'src/README.md';
const ALL = 'runs for many minutes; CI runs it';
const LONG = 'measures or generates for many minutes, and is run by hand or at night';

/** @param {Contributor} contributor */
const nothingChanges = async ({ place, clone }) =>
  assert.equal(await place.shell('git status --porcelain', { cwd: clone }), '');

/** Runs a server, and waits until a desk answers. @param {string} code @param {Contributor} contributor */
const serve = async (code, { place, clone }) => {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: join(place.base, `data-${port}`) };
  await place.serve(code, /^Data:/m, { cwd: clone, env });
  await untilHealthy(`http://127.0.0.1:${port}`);
};

const CHANGES_NOTHING = 'no file of a fresh clone changes';

/** @type {import('./rows.mjs').Row<Contributor>[]} */
export const CONTRIBUTOR = [
  { begins: 'npm test -- --help' },
  { begins: 'npm test -- --only', is: CHANGES_NOTHING, check: nothingChanges },
  { begins: 'npm run check', is: CHANGES_NOTHING, check: nothingChanges },
  { begins: 'npm run format', is: CHANGES_NOTHING, check: nothingChanges },
  { begins: 'node scripts/callTables.mjs', is: CHANGES_NOTHING, check: nothingChanges },
  { begins: 'node scripts/check-locales.mjs' },
  {
    begins: 'npx size-limit',
    run: (code, { place, clone }) => place.shell(`npm run build && ${code}`, { cwd: clone }),
  },
  {
    begins: 'npm version',
    run: (code, { place, clone }) => place.shell(`${code} && git checkout --quiet .`, { cwd: clone }),
  },
  {
    page: DESK,
    begins: 'npx drizzle-kit generate',
    run: (code, { place, clone }) => place.shell(code, { cwd: join(clone, 'examples/support-desk') }),
    is: 'the migrations have all of the schema',
    check: nothingChanges,
  },
  { page: DESK, begins: 'npx tsx examples/support-desk/server/main.ts', run: serve },
  { begins: 'npm run dev', run: serve },
  { begins: 'npm test -- --all', leftOut: ALL },
  { begins: 'npm test', leftOut: 'runs for minutes; its parts run above, and CI runs it' },
  { begins: 'SEED=7 npm test', leftOut: 'the same with another seed' },
  { page: MAP, begins: 'npm start', leftOut: 'the publisher runs it' },
  { begins: 'node scripts/emojiWords.mjs', leftOut: 'needs an unpacked package of Unicode’s' },
  { begins: 'npx vitest run test/contract', leftOut: 'a part of npm test' },
  { begins: 'npm run bench', leftOut: LONG },
  { begins: 'npm run shots', leftOut: LONG },
  { begins: 'npm run test:long', leftOut: LONG },
  { begins: 'npm run test:mutation', leftOut: LONG },
  { begins: 'npm run release', leftOut: 'builds twice, for minutes; test/unit/scripts tests its parts' },
  { page: 'docs/deploy.md', begins: 'npm run build', leftOut: 'a part of the operator’s commands' },
];
