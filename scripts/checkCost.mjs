/** Compares `porch-cost`, which inserts an embed and finds its launcher, with the bench, which is given both. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { medians } from './porch-cost/measure/measure.mjs';
import { timeVisit, weighVisit } from './porch-cost/measure/visit.mjs';
import { root } from './run.mjs';

/** @typedef {import('./porch-cost/measure/measure.mjs').Subject} Subject */
/** @typedef {import('./porch-cost/measure/measure.mjs').Machine} Machine */

/** The largest difference allowed between the two. */
const BYTES = 0.03;
const TIMES = 0.15;

/**
 * Runs the command with one visit.
 * @param {Subject} subject
 * @param {Machine} machine
 * @param {{ tag: string, folder: string }} embed its HTML, and a folder for files
 * @returns its figures; NaN if the widget has none
 */
const runCommand = async ({ aloneUrl = '' }, machine, { tag, folder }) => {
  const { executable, flags = [], cpu = 1, kbps = 0, latency = 0 } = machine;
  const [html, json] = [join(folder, 'embed.html'), join(folder, 'cost.json')];
  writeFileSync(html, tag);
  const slow = ['--cpu', cpu, '--kbps', kbps, '--latency', latency, '--runs', 1].map(String);
  const chrome = flags.map((flag) => `--chrome-flag=${flag}`);
  const args = [aloneUrl, '--embed', html, '--json', json, '--quiet', ...slow, ...chrome];
  await promisify(execFile)(process.execPath, [join(root, 'build/npm/cost/cli.mjs'), ...args], {
    env: { ...process.env, CHROME_PATH: executable },
  });
  const { before, open } = JSON.parse(readFileSync(json, 'utf8')).measured;
  /** @param {{ value: number } | undefined} figure */
  const figureOf = (figure) => figure?.value ?? Number.NaN;
  return {
    bytesBefore: figureOf(before.bytes),
    bytesOpen: figureOf(before.bytes) + figureOf(open.bytes),
    launcher: figureOf(before.launcherMs),
    longestTask: figureOf(before.longestTaskMs),
    writing: figureOf(open.writingMs),
  };
};

/**
 * @param {Subject} subject
 * @param {Machine} machine
 * @param {number} runs an odd number, because the figures are medians
 * @param {{ tag: string, folder: string }} embed
 * @returns {Promise<{ figure: string, bench: number, command: number, apart: number, agrees: boolean }[]>}
 */
export const checkCost = async (subject, machine, runs, embed) => {
  // Not counted: the server compresses each file on its first request.
  await weighVisit(subject, machine);
  // What typing loads does not belong to the opening.
  const opened = await timeVisit(subject, machine, { writes: false });
  const visits = [];
  const costs = [];
  // Alternately, so that both measure the machine in the same state.
  for (let run = 0; run < runs; run++) {
    visits.push(await timeVisit(subject, machine));
    costs.push(await runCommand(subject, machine, embed));
  }
  const cold = medians(visits);
  const cost = medians(costs);
  /** @type {[figure: string, bench: number, command: number, most: number][]} */
  const pairs = [
    ['bytes before opening', cold.before.bytes, cost.bytesBefore, BYTES],
    ['bytes once open', opened.all.bytes, cost.bytesOpen, BYTES],
    ['launcher shown after, ms', cold.launcherTime, cost.launcher, TIMES],
    ['longest task, ms', cold.longest, cost.longestTask, TIMES],
    ['click to writing, ms', cold.clickToWriting, cost.writing, TIMES],
  ];
  return pairs.flatMap(([figure, bench, command, most]) => {
    // A widget that is always open has neither a launcher nor a click.
    if (!Number.isFinite(command) || !Number.isFinite(bench)) return [];
    const apart = Math.abs(command - bench) / bench;
    return [{ figure, bench, command, apart, agrees: apart <= most }];
  });
};
