/** The command, from its arguments to its exit code. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { checkBudgets, readBudget } from './budget.mjs';
import { insertEmbed, readEmbed } from './embed.mjs';
import { CannotMeasure, WrongOption } from './failure.mjs';
import { findChrome } from './findChrome.mjs';
import { asBytes } from './intercept.mjs';
import { measureCost } from './measureCost.mjs';
import { HELP, readOptions } from './options.mjs';
import { junitError, junitReport } from './report/junit.mjs';
import { markdownReport } from './report/markdown.mjs';
import { picture } from './report/picture.mjs';
import { broken, textReport } from './report/text.mjs';
import { openSite } from './servePage.mjs';
import { readWithout } from './without.mjs';

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {import('./measure/measure.mjs').Machine} Machine */
/** @typedef {Record<string, string | undefined>} Environment */
/** @typedef {{ out: (text: string) => void, err: (text: string) => void, isTerminal: boolean }} Console */

export const EXIT = { kept: 0, over: 1, failed: 2 };

/** @returns {string} */
const versionOf = () => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** @param {string} file @returns {import('./report/rows.mjs').Saved & { conditions?: string }} */
const readSaved = (file) => {
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8'));
    if (saved.measured.before && saved.measured.open) return saved;
  } catch {}
  throw new CannotMeasure(`--compare: ${file} is no JSON that this command has written.`);
};

/** @param {string} file @param {string} text */
const write = (file, text) => {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CannotMeasure(`${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
};

/** @param {Options} options @param {string} chrome @returns {string} how it is measured, in words */
const conditionsOf = ({ runs, cpu, kbps, latency }, chrome) => {
  const slow = [
    ...(cpu > 1 ? [`the processor ${cpu} times slower`] : []),
    ...(kbps > 0 ? [`${(kbps / 1000).toLocaleString('en')} Mbit/s`] : []),
    ...(latency > 0 ? [`${latency} ms more for each request`] : []),
  ];
  const visits = runs === 1 ? 'One visit' : `Medians of ${runs} visits`;
  return `${visits} each, with a fresh profile, in ${chrome.replace('/', ' ')}${slow.length > 0 ? `: ${slow.join(', ')}` : ', at full speed'}.`;
};

/** @param {Options} options @param {string} url @param {Machine} machine */
const changesOf = async ({ embed: tagOrFile, without }, url, machine) => {
  if (tagOrFile !== undefined) {
    const embed = readEmbed(tagOrFile);
    const bytes = asBytes(embed);
    return {
      embed,
      changes: { present: { html: (/** @type {string} */ text) => insertEmbed(text, bytes) }, absent: {} },
    };
  }
  const { blocked, addresses } = await readWithout(without ?? '', url, machine);
  const embed = addresses.map((address) => `<script src="${address}"></script>`).join('\n');
  return { embed, changes: { present: {}, absent: { blocked } } };
};

/**
 * @param {Options} options
 * @param {Environment} env
 * @param {(done: number, all: number) => void} progress
 */
const measurePage = async (options, env, progress) => {
  const machine = {
    executable: findChrome(env),
    flags: options.flags,
    cpu: options.cpu,
    ...(options.kbps > 0 && { kbps: options.kbps }),
    latency: options.latency,
    quietMs: options.settle,
  };
  const site = await openSite(options.page);
  try {
    const change = await changesOf(options, site.url, machine);
    const { launcher, policy, runs } = options;
    return await measureCost({ ...change, url: site.url, launcher, policy, runs }, machine, progress);
  } finally {
    await site.close();
  }
};

/**
 * @param {Options} options
 * @param {Environment} env
 * @param {Console} console
 * @returns {Promise<number>} the exit code
 */
const report = async (options, env, { out, err, isTerminal }) => {
  const budgets = options.budget === undefined ? [] : readBudget(options.budget);
  const saved = options.compare === undefined ? undefined : readSaved(options.compare);
  const shows = isTerminal && !env.CI && !options.quiet;
  const cost = await measurePage(options, env, (done, all) => {
    if (shows) err(done < all ? `\rVisit ${done + 1} of ${all} …` : '\r\u001b[K');
  });
  const conditions = conditionsOf(options, cost.chrome);
  if (saved && saved.conditions !== conditions)
    cost.notes.push(`The earlier run was measured otherwise: ${saved.conditions}`);
  const checked = checkBudgets(budgets, cost.measured);
  const all = { cost, checked, conditions, ...(saved && { saved }) };
  const plain = checked.map(({ state, metric, most, value, kept }) => ({
    state,
    metric: metric.name,
    most,
    value,
    kept,
  }));
  const json = { version: versionOf(), page: options.page, conditions, ...cost, budgets: plain };
  if (options.json) write(options.json, `${JSON.stringify(json, null, 2)}\n`);
  if (options.markdown) write(options.markdown, markdownReport(all));
  else if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, markdownReport(all));
  if (options.junit) write(options.junit, junitReport(checked));
  if (options.picture) write(options.picture, picture(all));
  if (!options.quiet) out(`${textReport(all)}\n`);
  const lost = broken(checked, options.budget ?? '');
  if (lost) err(`${lost}\n`);
  return lost ? EXIT.over : EXIT.kept;
};

/**
 * @param {string[]} args
 * @param {Environment} env
 * @param {Console} console
 * @returns {Promise<number>} the exit code
 */
export const run = async (args, env, console) => {
  /** @type {Options | undefined} */
  let options;
  try {
    const read = readOptions(args);
    if (read === 'help' || read === 'version') {
      console.out(`${read === 'help' ? HELP : versionOf()}\n`);
      return EXIT.kept;
    }
    options = read;
    return await report(options, env, console);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (error instanceof WrongOption) console.err(`${said}\n\n${HELP}\n`);
    else
      console.err(error instanceof CannotMeasure ? `${said}\n` : `The page could not be measured. ${said}\n`);
    if (options?.junit) writeFileSync(options.junit, junitError(said));
    return EXIT.failed;
  }
};
