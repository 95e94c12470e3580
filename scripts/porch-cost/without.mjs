/** Keeps an embed off a page that has it. */
import { CannotMeasure } from './failure.mjs';
import { evaluate, load } from './load.mjs';
import { watchTraffic } from './measure/traffic.mjs';
import { inFreshBrowser, MOST_QUIET_MS, QUIET_MS } from './measure/visit.mjs';

/** @typedef {import('./measure/measure.mjs').Machine} Machine */

/** @param {string} pattern @param {string} url @returns {boolean} whether the address matches the pattern, in which * matches anything */
export const fits = (pattern, url) => {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(url);
};

/** Runs in the page, which gets only its source text. @param {string} selector */
const addressesAt = (selector) => {
  try {
    return [...document.querySelectorAll(selector)].map(
      (element) => /** @type {HTMLScriptElement} */ (element).src || element.getAttribute('href') || '',
    );
  } catch {
    return undefined;
  }
};

/**
 * @param {string} what a selector of the embed's tags, or a pattern of addresses
 * @param {string} url the page's address
 * @param {Machine} machine
 * @returns {Promise<{ blocked: string[], addresses: string[] }>} patterns to block, and the addresses in the tags
 */
export const readWithout = async (what, url, machine) => {
  if (/^(\*|https?:)/.test(what)) return { blocked: [what], addresses: [] };
  if (what.startsWith('/')) return { blocked: [`*${what}`], addresses: [] };
  const found = await inFreshBrowser({}, machine, async (page) => {
    const traffic = await watchTraffic(page);
    await load(page, url);
    await traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    return evaluate(page, `(${addressesAt})(${JSON.stringify(what)})`);
  });
  if (!found)
    throw new CannotMeasure(`--without: '${what}' is neither a selector nor a pattern of an address.`);
  if (found.length === 0) throw new CannotMeasure(`--without: nothing on the page fits '${what}'.`);
  const addresses = found.filter(Boolean).map((/** @type {string} */ address) => new URL(address, url).href);
  if (addresses.length === 0)
    throw new CannotMeasure(
      `--without: '${what}' names no address. Give a pattern of what it loads, such as '*://desk.example/*'.`,
    );
  return { blocked: addresses, addresses };
};
