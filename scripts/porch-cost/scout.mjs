/** The first visits. They find out whether the page can be measured, and where the launcher is. */

import { elementsIn, findAnywhere, HOP, pathTo, readDocument } from './dom.mjs';
import { addressesOf, hasInlineScript } from './embed.mjs';
import { CannotMeasure } from './failure.mjs';
import { countElements, findLauncher } from './findLauncher.mjs';
import { evaluate, load, quiet, wordsOf } from './load.mjs';
import { watchRefusals } from './measure/refusals.mjs';
import { watchTraffic } from './measure/traffic.mjs';
import { clickAt, inFreshBrowser, pause } from './measure/visit.mjs';
import { aim } from './visits.mjs';
import { fits } from './without.mjs';

/** @typedef {import('./measure/chromium.mjs').Session} Session */
/** @typedef {import('./measure/measure.mjs').Machine} Machine */
/** @typedef {import('./measure/refusals.mjs').Refusal} Refusal */
/** @typedef {import('./measure/traffic.mjs').Traffic} Traffic */
/** @typedef {import('./visits.mjs').Side} Side */
/** @typedef {import('./dom.mjs').Found} Found */
/** @typedef {Refusal & { times: number }} Counted */

/** How long to look for a launcher after the page is quiet, ms. */
const LOOKS_MS = 8000;

/**
 * @param {readonly Refusal[]} refusals
 * @param {readonly Refusal[]} alone those of the page without the embed
 * @returns {Counted[]} those that the embed causes, each once
 */
export const broughtBy = (refusals, alone) => {
  /** @type {Map<string, Counted>} */
  const counted = new Map();
  /** @param {Refusal} refusal @param {number} times */
  const count = ({ directive, what }, times) => {
    const key = `${directive} ${what}`;
    counted.set(key, { directive, what, times: (counted.get(key)?.times ?? 0) + times });
  };
  for (const refusal of refusals) count(refusal, 1);
  for (const refusal of alone) count(refusal, -1);
  return [...counted.values()].filter(({ times }) => times > 0);
};

/** @param {Traffic} traffic @param {string} url */
const checkPage = ({ requests: [document] }, url) => {
  const { status = 0 } = document ?? {};
  if (status >= 400) throw new CannotMeasure(`The page ${url} answers with the status ${status}.`);
};

/** @param {Traffic} traffic @param {readonly string[]} addresses */
const checkScripts = ({ requests }, addresses) => {
  for (const { url, failed, status = 0 } of requests) {
    if (!addresses.includes(url) || !(failed || status >= 400)) continue;
    const why = failed ? wordsOf(failed) : `the status ${status}`;
    throw new CannotMeasure(`The embed’s script ${url} could not be loaded: ${why}.`);
  }
};

/** @param {readonly Counted[]} refused @param {string} embed @param {readonly string[]} addresses */
const checkPolicy = (refused, embed, addresses) => {
  const whole = refused.find(
    ({ directive, what }) =>
      addresses.includes(what) ||
      (what === 'inline' && hasInlineScript(embed) && /^(script|default)-src/.test(directive)),
  );
  if (!whole) return;
  const what = whole.what === 'inline' ? 'its inline script' : whole.what;
  throw new CannotMeasure(
    `The page’s Content Security Policy blocks the embed: ${whole.directive} forbids ${what}. Allow it there, or measure a page that does.`,
  );
};

/** @param {Side} side @param {Machine} machine */
const visitAlone = (side, machine, blocked = /** @type {string[]} */ ([])) =>
  inFreshBrowser(side, machine, async (page) => {
    const traffic = await watchTraffic(page);
    const refusals = await watchRefusals(page);
    await load(page, side.url);
    await quiet(page, traffic, machine);
    checkPage(traffic, side.url);
    for (const pattern of blocked)
      if (!traffic.requests.some(({ url, failed }) => failed && fits(pattern, url)))
        throw new CannotMeasure(`--without: the page loads nothing that fits ${pattern}.`);
    const { product } = await page.send('Browser.getVersion');
    const { frameTree } = await page.send('Page.getFrameTree');
    const elements = countElements(elementsIn(await readDocument(page)));
    return { refusals, elements, url: String(frameTree.frame.url), chrome: String(product) };
  });

/** @param {Session} page @param {Map<string, number>} alone @param {string | undefined} selector */
const lookFor = async (page, alone, selector) => {
  if (selector === 'none') return { launcher: undefined, textBox: false };
  for (const begun = Date.now(); ; await pause(500)) {
    const seen = selector
      ? { launcher: await findAnywhere(page, selector), textBox: false }
      : await findLauncher(page, alone);
    if (seen.launcher || seen.textBox || Date.now() - begun > LOOKS_MS) return seen;
  }
};

/** Runs in the page, which gets only its source text. @param {string[]} path */
const isReachable = (path) => {
  try {
    /** @type {any} */
    let root = document;
    let found;
    for (const selector of path) {
      found = root.querySelector(selector);
      root = found.shadowRoot ?? found.contentDocument;
    }
    return !!found;
  } catch {
    return false;
  }
};

/**
 * Clicks the launcher.
 * @param {Session} page
 * @param {Map<string, number>} alone
 * @param {Found} launcher
 * @param {() => Promise<void>} settle
 */
const tryLauncher = async (page, alone, launcher, settle) => {
  const path = await pathTo(page, launcher);
  const reachable = Boolean(await evaluate(page, `(${isReachable})(${JSON.stringify(path)})`));
  await clickAt(page, (await aim(page, path)).at);
  await settle();
  const { textBox } = await findLauncher(page, alone);
  return { path, reachable, textBox };
};

/**
 * @typedef {object} Scouted
 * @property {string} url the page's, after redirects
 * @property {string} chrome its name and version
 * @property {string[]} [launcher] its path
 * @property {boolean} reachable whether a script in the page can reach and so watch the launcher
 * @property {boolean} textBox whether the opened embed has one
 * @property {Counted[]} refused by the page's own policy
 * @property {string[]} notes for the reader
 */

/**
 * @param {{ present: Side, absent: Side }} sides
 * @param {Machine} machine
 * @param {{ embed: string, launcher?: string, blocked?: string[] }} asked
 * @returns {Promise<Scouted>}
 */
export const scout = async ({ present, absent }, machine, { embed, launcher: selector, blocked }) => {
  const alone = await visitAlone(absent, machine, blocked);
  const addresses = addressesOf(embed, alone.url);
  return inFreshBrowser(present, machine, async (page) => {
    const traffic = await watchTraffic(page);
    const refusals = await watchRefusals(page);
    const settle = () => quiet(page, traffic, machine);
    await load(page, present.url);
    await settle();
    const refused = broughtBy(refusals, alone.refusals);
    checkPolicy(refused, embed, addresses);
    checkScripts(traffic, addresses);
    const notes = refused.map(
      ({ directive, what }) =>
        `The page’s Content Security Policy blocks a part of the embed: ${directive} forbids ${what}.`,
    );
    const known = { url: alone.url, chrome: alone.chrome, refused, notes, reachable: false, textBox: false };
    const { launcher, textBox } = await lookFor(page, alone.elements, selector);
    if (launcher) {
      const { path, ...found } = await tryLauncher(page, alone.elements, launcher, settle);
      if (!found.reachable)
        notes.push(
          'The launcher is in a frame of another origin or in a closed shadow root, where it cannot be timed.',
        );
      else if (!found.textBox)
        notes.push('No text box was seen after opening, so the time until one can write is unknown.');
      return { ...known, ...found, launcher: path };
    }
    if (selector && selector !== 'none')
      throw new CannotMeasure(
        `No launcher was seen: nothing on the page fits ${selector.replace('>>', HOP.trim())}.`,
      );
    if (textBox) notes.push('The embed stands open in the page, so there is nothing to open.');
    else if (!selector)
      notes.push('No launcher was seen, so nothing was opened. Name it with --launcher SELECTOR.');
    return known;
  });
};
