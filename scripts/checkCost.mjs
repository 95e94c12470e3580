/** Compares `porch-cost` with the bench: the same embed, known and found by itself, in the page and put into it. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { medians } from '../src/npm/cost/measure/measure.mjs';
import { timeVisit, weighVisit } from '../src/npm/cost/measure/visit.mjs';
import { root } from './run.mjs';

/** @typedef {import('../src/npm/cost/measure/measure.mjs').Subject} Subject */
/** @typedef {import('../src/npm/cost/measure/measure.mjs').Machine} Machine */

/** How far the two may be apart. */
const BYTES = 0.03;
const TIMES = 0.15;

/**
 * @param {Subject} subject
 * @param {Machine} machine
 * @param {number} runs
 * @param {{ tag: string, folder: string }} embed its HTML, and where files may be written
 */
const runCommand = async ({ aloneUrl = '' }, machine, runs, { tag, folder }) => {
  const { executable, flags = [], cpu = 1, kbps = 0, latency = 0 } = machine;
  const [html, json] = [join(folder, 'embed.html'), join(folder, 'cost.json')];
  writeFileSync(html, tag);
  const slow = ['--cpu', cpu, '--kbps', kbps, '--latency', latency, '--runs', runs].map(String);
  const chrome = flags.map((flag) => `--chrome-flag=${flag}`);
  const args = [aloneUrl, '--embed', html, '--json', json, '--quiet', ...slow, ...chrome];
  await promisify(execFile)(process.execPath, [join(root, 'build/npm/cost/cli.mjs'), ...args], {
    env: { ...process.env, CHROME_PATH: executable },
  });
  return JSON.parse(readFileSync(json, 'utf8')).measured;
};

/**
 * @param {Subject} subject
 * @param {Machine} machine
 * @param {number} runs
 * @param {{ tag: string, folder: string }} embed
 * @returns {Promise<{ figure: string, bench: number, command: number, apart: number, agrees: boolean }[]>}
 */
export const checkCost = async (subject, machine, runs, embed) => {
  // Not counted: the server compresses each file when it is first asked for it.
  await weighVisit(subject, machine);
  // What typing loads is not the opening's.
  const opened = await timeVisit(subject, machine, { writes: false });
  /** @type {(typeof opened)[]} */
  const visits = [];
  /** @param {number} most */
  const visit = async (most) => {
    while (visits.length < most) visits.push(await timeVisit(subject, machine));
  };
  // Half of the bench's visits come before the command and half after, so that both see the machine alike.
  await visit(Math.ceil(runs / 2));
  const { before, open } = await runCommand(subject, machine, runs, embed);
  await visit(runs);
  const cold = medians(visits);
  const openBytes = open.bytes ? before.bytes.value + open.bytes.value : undefined;
  /** @type {[figure: string, bench: number, command: number | undefined, most: number][]} */
  const pairs = [
    ['bytes before opening', cold.before.bytes, before.bytes?.value, BYTES],
    ['bytes once open', opened.all.bytes, openBytes, BYTES],
    ['launcher shown after, ms', cold.launcherTime, before.launcherMs?.value, TIMES],
    ['longest task, ms', cold.longest, before.longestTaskMs?.value, TIMES],
    ['click to writing, ms', cold.clickToWriting, open.writingMs?.value, TIMES],
  ];
  return pairs.flatMap(([figure, bench, command, most]) => {
    // A widget that stands open has neither a launcher nor a click.
    if (command === undefined || !Number.isFinite(bench)) return [];
    const apart = Math.abs(command - bench) / bench;
    return [{ figure, bench, command, apart, agrees: apart <= most }];
  });
};
