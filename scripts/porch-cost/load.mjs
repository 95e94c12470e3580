/** Loads a page and waits until it is quiet. */
import { CannotMeasure } from './failure.mjs';
import { MOST_QUIET_MS, pause, QUIET_MS } from './measure/visit.mjs';

/** @typedef {import('./measure/chromium.mjs').Session} Session */
/** @typedef {import('./measure/traffic.mjs').Traffic} Traffic */
/** @typedef {import('./measure/measure.mjs').Machine} Machine */

/** @type {Record<string, string>} */
const WORDS = {
  ERR_CONNECTION_REFUSED: 'nothing answers there',
  ERR_NAME_NOT_RESOLVED: 'the name is not known',
  ERR_INTERNET_DISCONNECTED: 'there is no network',
  ERR_CONNECTION_TIMED_OUT: 'it did not answer in time',
  ERR_EMPTY_RESPONSE: 'the connection ended without an answer',
  ERR_BLOCKED_BY_ORB: 'the address does not answer with a script',
  ERR_SSL_PROTOCOL_ERROR: 'it does not speak TLS',
};

/** @param {string} error Chrome's name for it @returns {string} in words */
export const wordsOf = (error) => {
  const name = error.replace(/^net::/, '');
  const words = /CERT/.test(name) ? 'its certificate is not trusted' : WORDS[name];
  return words ? `${words} (${name})` : name;
};

/** @param {Session} page @param {string} url */
export const load = async (page, url) => {
  await page.send('Page.enable');
  const { errorText } = await page.send('Page.navigate', { url });
  if (errorText) throw new CannotMeasure(`The page ${url} could not be reached: ${wordsOf(errorText)}.`);
};

/** How often to ask for the main thread's work, ms, and the share of that time in which it may be busy on a quiet page. */
const LOOK_MS = 250;
const BUSY = 0.5;

/** @param {Session} page @returns {Promise<number>} ms that the main thread has worked so far */
const worked = async (page) => {
  const { metrics } = await page.send('Performance.getMetrics');
  /** @type {{ name: string, value: number }[]} */
  const all = metrics;
  return (all.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
};

/**
 * Resolves once nothing loads and the main thread is idle, or the longest wait is over.
 * @param {Session} page
 * @param {Traffic} traffic
 * @param {Machine} machine
 */
export const quiet = async (page, traffic, { quietMs = QUIET_MS }) => {
  const begun = Date.now();
  await page.send('Performance.enable');
  await traffic.settled(quietMs, MOST_QUIET_MS);
  for (let before = await worked(page); Date.now() - begun < MOST_QUIET_MS; ) {
    await pause(LOOK_MS);
    const now = await worked(page);
    if (now - before < LOOK_MS * BUSY) return traffic.settled(quietMs, MOST_QUIET_MS - (Date.now() - begun));
    before = now;
  }
};

/** @param {Session} page @param {string} expression @returns {Promise<any>} */
export const evaluate = async (page, expression) =>
  (await page.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
