/**
 * `npm run bench:peers`: measures Porch beside other widgets in Chromium, all in one run, and writes the table and the
 * chart of docs/comparison.md. Run it on an otherwise idle machine: it takes about 35 minutes.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { compare, measureInTurns } from '../test/bench/peers/beside.mjs';
import { certify } from '../test/bench/peers/certificate.mjs';
import { PEERS } from '../test/bench/peers/peers.mjs';
import { CHART, drawChart, WATERFALL, writeInto } from '../test/bench/peers/report.mjs';
import { openPeer, openPorch } from '../test/bench/peers/sites.mjs';
import { waterfallOf } from '../test/bench/peers/waterfall.mjs';
import { build } from './build.mjs';
import { checkCost } from './checkCost.mjs';
import { readOptions } from './options.mjs';
import { startChromium } from './porch-cost/measure/chromium.mjs';
import { measure } from './porch-cost/measure/measure.mjs';
import { root } from './run.mjs';
import { installChromium, installOpenssl, installPackages } from './setup.mjs';

const HELP = `npm run bench:peers -- [--runs 7] [--only Porch,deep-chat] [--keep | --draw | --check-cost | --opening | --beside F]
  --runs N     page loads of each kind; by default 5, with --check-cost 9
  --only A,B   measures only these, and leaves docs/comparison.md as it is
  --keep       leaves docs/comparison.md as it is
  --draw       writes docs/comparison.md from the figures of the last run
  --check-cost compares porch-cost with the bench, for Porch and three peers
  --opening    measures only what follows a click, prints it, and draws test/output/waterfall.svg
  --beside F   the same of Porch, in turns with the built checkout of it in the folder F, and prints their ratios`;

/** The last run's figures, from which `--draw` writes the page again. */
const FIGURES = join(root, 'test/output/peers.json');
const PAGE = join(root, 'docs/comparison.md');
/** A mid-range phone on a slow connection. */
const SLOW = { cpu: 4, kbps: 1600, latency: 150 };

/** @typedef {import('../test/bench/peers/report.mjs').Run} Run */

/** @param {Run} run */
const write = (run) => {
  writeFileSync(join(root, CHART), drawChart(run));
  if (run.story) writeFileSync(join(root, WATERFALL), waterfallOf(run.story));
  writeFileSync(PAGE, writeInto(readFileSync(PAGE, 'utf8'), run));
  console.log(`docs/comparison.md and its pictures have these figures.`);
};

/** @param {string} chromium @param {number} runs @returns {string} how it was measured, for readers of the table */
const describe = (chromium, runs) => {
  const [{ model = 'unknown' } = {}] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const date = new Date().toISOString().slice(0, 10);
  return `Medians of ${runs} visits each, ${date}: ${chromium.replace('/', ' ')} on ${cpus().length} × ${model.trim()}, ${memory}, ${type()} ${release()}, Node ${process.versions.node}. Each visit has a fresh profile, one HTTP/2 server with brotli on loopback, the processor made ${SLOW.cpu} times slower, ${(SLOW.kbps / 1000).toFixed(1)} Mbit/s and ${SLOW.latency} ms for each request; heaps and the policy are taken at full speed. The launcher’s time counts from the arrival of the page itself. Hovered means that the pointer rested on the launcher for 300 ms before the click, touch that a finger rested on it for 80 ms; times count from the click. Live means subscribed to new messages. The first message is typed and sent as soon as one can write. A returning visitor has written before and was answered, and has the files in the cache. Sizes are those of bodies as transferred, without the page’s own.`;
};

/** The widgets that `--check-cost` compares, unless `--only` names others. */
const CHECKED = ['Porch', 'open-chat-studio-widget', '@typebot.io/js', '@rocket.chat/livechat'];

/** @typedef {import('../test/bench/peers/sites.mjs').Opened} Opened */
/** @typedef {import('./porch-cost/measure/measure.mjs').Machine} Machine */
/**
 * Prepares this machine and its browser, calls `work`, and removes the files of the run.
 * @template T
 * @param {(place: { machine: Machine, folder: string, certificate: ReturnType<typeof certify> }) => Promise<T>} work
 * @returns {Promise<T>}
 */
const onThisMachine = async (work) => {
  await installPackages();
  const executable = await installChromium();
  await installOpenssl();
  await build();
  const folder = mkdtempSync(join(tmpdir(), 'porch-peers-'));
  try {
    const certificate = certify(folder);
    // Nothing leaves this machine: a widget's requests to other servers fail.
    const flags = [certificate.flag, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'];
    return await work({ machine: { executable, flags, ...SLOW }, folder, certificate });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * Opens each widget on its site and calls `work` with it.
 * @param {string[] | undefined} only
 * @param {(widget: Opened & { version: string, needs: string, machine: Machine, folder: string }) => Promise<void>} work
 * @returns {Promise<string>} Chromium’s name and version
 */
const eachWidget = (only, work) =>
  onThisMachine(async ({ machine, folder, certificate }) => {
    const chromium = await startChromium(machine.executable, machine.flags);
    await chromium.close();
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const porch = {
      name: 'Porch',
      version,
      needs: 'its own support desk',
      open: () => openPorch(certificate, folder),
    };
    const peers = PEERS.map((peer) => ({ ...peer, open: () => openPeer(peer, certificate, folder) }));
    for (const { name, version, needs, open } of [porch, ...peers]) {
      if (only && !only.includes(name)) continue;
      console.log(`${name} ${version} …`);
      const opened = await open();
      try {
        await work({ ...opened, version, needs, machine, folder });
      } finally {
        await opened.close();
      }
    }
    return chromium.version;
  });

/** @param {number} runs @param {string} checkout @returns {Promise<string>} the figures of both, and their ratios */
const measureBeside = (runs, checkout) =>
  onThisMachine(async ({ machine, folder, certificate }) => {
    const ours = await openPorch(certificate, folder);
    try {
      const old = await openPorch(certificate, folder, { name: 'Porch beside', checkout });
      try {
        const [first, second] = await measureInTurns([ours, old], machine, { runs, heap: true });
        return compare(first?.figures ?? {}, second?.figures ?? {});
      } finally {
        await old.close();
      }
    } finally {
      await ours.close();
    }
  });

/** @param {number} runs @param {string[] | undefined} only @returns {Promise<Run>} */
const measureAll = async (runs, only) => {
  /** @type {Run['rows']} */
  const rows = [];
  /** @type {Run['story']} */
  let story;
  const chromium = await eachWidget(only, async ({ machine, version, needs, ...opened }) => {
    const measured = await measure(opened.subject, machine, { runs });
    const [opening] = await measureInTurns([opened], machine, { runs });
    rows.push({ version, needs, measured, opening: opening?.figures });
    story ??= opening?.story;
  });
  return { rows, machine: describe(chromium, runs), story };
};

/** Prints what follows a click. @param {number} runs @param {string[] | undefined} only */
const printOpenings = (runs, only) =>
  eachWidget(only, async ({ machine, ...opened }) => {
    const [opening] = await measureInTurns([opened], machine, { runs });
    console.log(JSON.stringify(opening?.figures, null, 1));
    if (!opening?.story) return;
    const file = join(root, 'test/output/waterfall.svg');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, waterfallOf(opening.story));
    console.log(`${file} has the waterfall of a cold one.`);
  });

/** @param {number} runs @param {string[]} only @returns {Promise<boolean>} whether porch-cost and the bench agree */
const compareCost = async (runs, only) => {
  let agree = true;
  await eachWidget(only, async ({ subject, machine, tag, folder }) => {
    for (const { figure, bench, command, apart, agrees } of await checkCost(subject, machine, runs, {
      tag,
      folder,
    })) {
      agree &&= agrees;
      const [ours, theirs, percent] = [bench, command, apart * 100].map((value) =>
        value.toFixed(1).padStart(10),
      );
      console.log(
        `  ${figure.padEnd(26)} bench ${ours}   porch-cost ${theirs} ${percent} %${agrees ? '' : '  TOO FAR'}`,
      );
    }
  });
  return agree;
};

const { values, refuse } = readOptions(HELP, {
  runs: { type: 'string' },
  only: { type: 'string' },
  keep: { type: 'boolean' },
  draw: { type: 'boolean' },
  'check-cost': { type: 'boolean' },
  opening: { type: 'boolean' },
  beside: { type: 'string' },
});
// The time from a click to the first typed letter varies by half between visits: a median of five is too coarse.
const runs = Number(values.runs ?? (values['check-cost'] ? 9 : 5));
if (!Number.isInteger(runs) || runs < 1) refuse(`--runs ${values.runs}: it must be 1 or more.`);
if (values.beside) console.log(await measureBeside(runs, resolve(values.beside)));
else if (values.opening) await printOpenings(runs, values.only?.split(','));
else if (values.draw) write(JSON.parse(readFileSync(FIGURES, 'utf8')));
else if (values['check-cost'])
  process.exitCode = (await compareCost(runs, values.only?.split(',') ?? CHECKED)) ? 0 : 1;
else {
  const [load = 0] = loadavg();
  if (load > 0.5) console.warn(`This machine is busy (load ${load.toFixed(1)}): the times will be too long.`);
  const run = await measureAll(runs, values.only?.split(','));
  mkdirSync(dirname(FIGURES), { recursive: true });
  writeFileSync(FIGURES, `${JSON.stringify(run, null, 1)}\n`);
  for (const { measured, opening } of run.rows)
    console.log(JSON.stringify({ ...measured, opening }, null, 1));
  if (!values.keep && !values.only) write(run);
}
