/** `npm run test:long`: runs the tests that take too long for every day. */

import { compareLandingScores } from './landingScores.mjs';
import { readOptions } from './options.mjs';
import { bin, npm, run } from './run.mjs';
import { installChromium, installForTests, installPackages, installPostgres } from './setup.mjs';

/** The folder with the table of pages. */
const PAGES = 'test/browser/pages';

/**
 * `count` and `seed` name the environment variables for the tests' amount and seed.
 * @type {Record<string, { number: number | 'all', count: string, seed?: string, vitest: string[] }>}
 */
const PARTS = {
  schedules: {
    number: 100_000,
    count: 'FAULT_SCHEDULES',
    seed: 'FAULT_SEED',
    vitest: ['--project', 'faults', 'schedules'],
  },
  browser: {
    number: 300,
    count: 'BROWSER_FAULT_SCHEDULES',
    seed: 'BROWSER_FAULT_SEED',
    vitest: ['--project', 'browser', 'test/browser/faults.test.ts'],
  },
  kills: {
    number: 200,
    count: 'DESK_KILLS',
    seed: 'FAULT_SEED',
    vitest: ['--project', 'kills'],
  },
  requests: {
    number: 500_000,
    count: 'DESK_REQUESTS',
    seed: 'DESK_SEED',
    vitest: ['--project', 'contract', 'deskFuzz'],
  },
  search: {
    number: 500_000,
    count: 'SEARCH_MESSAGES',
    vitest: ['--project', 'contract', 'deskSearchLoad'],
  },
  figures: {
    number: 200_000,
    count: 'FIGURES_CONVERSATIONS',
    vitest: ['--project', 'contract', 'deskFiguresLoad'],
  },
  inboxes: {
    number: 2_000_000,
    count: 'INBOXES_CONVERSATIONS',
    vitest: ['--project', 'contract', 'deskInboxesLoad'],
  },
  rate: {
    number: 6,
    count: 'RATE_SECONDS',
    vitest: ['--project', 'contract', 'deskRate.test'],
  },
  hostile: {
    number: 10,
    count: 'HOSTILE_SECONDS',
    vitest: ['--project', 'contract', 'deskHostileRuns'],
  },
  cluster: {
    number: 600,
    count: 'CLUSTER_SECONDS',
    vitest: ['--project', 'contract', 'deskCluster'],
  },
  upgrade: {
    number: 8,
    count: 'UPGRADE_VISITS',
    vitest: [
      '--project',
      'browser',
      'test/browser/rollingUpgrade.test.ts',
      'test/browser/upgradeWithData.test.ts',
    ],
  },
  pages: {
    number: 'all',
    count: 'PAGES',
    vitest: ['--project', 'browser', '--project', 'otherBrowsers', PAGES, 'test/otherBrowsers'],
  },
  inbox: {
    number: 50_000,
    count: 'INBOX_CONVERSATIONS',
    vitest: ['--project', 'browser', 'test/browser/inboxLoad.test.ts'],
  },
  days: {
    number: 50_000,
    count: 'DAYS',
    vitest: ['--project', 'unit', 'test/unit/desk/days.test.ts'],
  },
  views: {
    number: 'all',
    count: 'VIEWS',
    vitest: ['--project', 'browser', 'test/browser/inboxViews.test.ts'],
  },
};

/** The parts that generate nothing. */
const OTHERS = ['examples', 'lighthouse', 'follow', 'load', 'nodes', 'node'];

/** The newer versions of Node that Porch supports. The npm package `node` installs them. */
const NEWER_NODES = ['22', '24'];

const HELP = `npm run test:long -- [PART] [NUMBER] [SEED]
  The parts, all of them by default, and their numbers:
  schedules  100,000 generated schedules of the fault model, and a tenth as many over two processes of the desk
  browser    300 schedules in Chromium through a proxy that injects faults
  kills      200 runs of kill -9 on the desk
  requests   500,000 generated requests to the desk, each of which must take less than a second
  search     10 agents who search in 500,000 messages on PostgreSQL while visitors post; without number and seed
  figures    the figures of Insights on a desk with 200,000 conversations on PostgreSQL; without number and seed
  inboxes    100 inboxes of a desk with 2,000,000 conversations on PostgreSQL while visitors post; without number and seed
  rate       messages a second on PostgreSQL, with Redis and embedded, in times of 7eda988e, which it builds from the history of Git; on a machine
             with nothing else to do; without number and seed
  hostile    10 seconds of each attack on the desk, during which others must be answered nearly as fast; takes no seed
  cluster    10 minutes of faults among three processes of one desk, 200 kills, and seven ways for one of them to be sick; without number and seed
  upgrade    8 visits in each phase of an upgrade of two desks behind a balancer, one after the other, from one build to the next; then 7eda988e with data, pages and inboxes, upgraded, set back and upgraded again, on both engines; takes no seed
  inbox      the inbox of 50,000 conversations on the embedded database, beside one of 500; without number and seed
  examples   the examples of React, Vue and Next.js, and sites of eight routers, which take long to install and build; takes no number and no seed
  follow     README.md and docs/, followed from zero; takes no number and no seed
  load       200 messages a second for 60 seconds, and 5,000 idle sockets, on PostgreSQL; its number is the seconds; takes no seed
  nodes      what one of 3, 6 and 12 processes on one Redis pays for what the others send, beside a build before; its number is the seconds of a phase; takes no seed
  lighthouse 5 pairs of Lighthouse runs on examples/landing-page, with and without Porch; takes no seed
  node       the tests of npm test on Node 22 and 24; its number is one of them; takes no seed
  pages      all pages of other people in Chromium, ten of them in Firefox and WebKit; without number and seed
  days       50,000 generated days of agents and visitors; without number and seed
  views      all views of the inbox at 1280 and 390 px, in light, dark and forced colors; without number and seed
  Without a seed, a new one is taken. A failure prints how to reproduce it (test/faults/README.md).`;

const { positionals, refuse } = readOptions(HELP, {}, 3);
const [part, number, seed = String(Math.floor(Date.now() / 1000) % 1_000_000)] = positionals;
if (part !== undefined && !Object.hasOwn(PARTS, part) && !OTHERS.includes(part))
  refuse(`There is no part '${part}'.`);
for (const value of [number, seed]) {
  if (value !== undefined && !/^\d+$/.test(value)) refuse(`'${value}' is not a number.`);
}

await installPackages();
const { build } = await import('./build.mjs');
let code = 0;
for (const [name, { number: usual, count, seed: seedName, vitest }] of Object.entries(PARTS)) {
  if (part !== undefined && part !== name) continue;
  /** @type {Record<string, string>} */
  const env = { [count]: (seedName && number) || String(usual) };
  if (seedName) env[seedName] = seed;
  if (['search', 'figures', 'inboxes'].includes(name)) await installPostgres();
  if (name === 'upgrade') await installForTests();
  if (name === 'rate') await Promise.all([installForTests(), build()]);
  if (name === 'cluster') {
    await Promise.all([installForTests(), build()]);
    env.CLUSTER_KILLS = '200';
  }
  if (vitest.includes('browser')) {
    if (name === 'pages') await Promise.all([installPackages(PAGES), installForTests()]);
    env.CHROMIUM_PATH = await installChromium();
    await build();
    // Chromium mostly waits, so two cores can run four in parallel.
    env.BROWSER_FAULT_LANES = '4';
  }
  console.log(`\n— ${name}: ${env[count]}${seedName ? ` of seed ${seed}` : ''}`);
  const args = [bin('vitest/vitest.mjs'), 'run', ...vitest];
  code = (await run(process.execPath, args, { env })) || code;
}
if (part === undefined || part === 'examples') {
  const env = { CHROMIUM_PATH: await installChromium() };
  await build();
  console.log('\n— examples');
  const args = [bin('vitest/vitest.mjs'), 'run', '--project', 'examples'];
  code = (await run(process.execPath, args, { env })) || code;
}
if (part === undefined || part === 'lighthouse') {
  const runs = (part && number) ?? '5';
  await build();
  console.log(`\n— lighthouse: ${runs} pairs`);
  code = (await compareLandingScores(runs)) || code;
}
if (part === undefined || part === 'follow') {
  // Imported late, because it needs the installed packages.
  const { followDocs } = await import('./followDocs.mjs');
  console.log('\n— follow');
  code = (await followDocs()) || code;
}
if (part === undefined || part === 'load') {
  await Promise.all([installPostgres(), build()]);
  console.log('\n— load');
  const env = { LOAD_SECONDS: (part && number) ?? '60' };
  code = (await run(process.execPath, [bin('tsx/dist/cli.mjs'), 'test/load/run.ts'], { env })) || code;
}
if (part === undefined || part === 'nodes') {
  console.log('\n— nodes');
  const env = { NODES_SECONDS: (part && number) ?? '8' };
  code = (await run(process.execPath, [bin('tsx/dist/cli.mjs'), 'test/load/nodes.ts'], { env })) || code;
}
if (part === undefined || part === 'node') {
  for (const version of part && number ? [number] : NEWER_NODES) {
    console.log(`\n— node: ${version}`);
    const args = ['exec', '--yes', '--package', `node@${version}`, '--'];
    code = (await run(npm, [...args, 'node', 'scripts/test.mjs', '--fresh'])) || code;
  }
}
process.exit(code);
