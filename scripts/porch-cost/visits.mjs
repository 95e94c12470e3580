/** The visits that measure a page's cost, with and without the embed. */
import { boxOf, follow, HOP } from './dom.mjs';
import { CannotMeasure } from './failure.mjs';
import { evaluate, load, quiet } from './load.mjs';
import { readTrace } from './measure/trace.mjs';
import { arrivalOf, loadedBy, watchTraffic } from './measure/traffic.mjs';
import {
  clickAt,
  framesOf,
  heapOf,
  inFreshBrowser,
  PATIENCE_MS,
  pause,
  slowDown,
  startTrace,
  timeVisit,
  watch,
} from './measure/visit.mjs';
import { readVitals, watchVitals } from './measure/vitals.mjs';

/** @typedef {import('./measure/chromium.mjs').Session} Session */
/** @typedef {import('./measure/measure.mjs').Machine} Machine */
/**
 * @typedef {object} Side the page with the embed, or without
 * @property {string} url
 * @property {(page: Session) => Promise<void>} prepare
 * @property {readonly string[]} [launcher] the path of what opens the embed; without it, nothing is clicked
 */

/** How long a launcher may take to appear after the page is quiet, ms. */
const LATEST_MS = 10_000;

/** @param {Session} page @param {readonly string[]} path @returns {Promise<{ nodeId: number, at: { x: number, y: number } }>} */
export const aim = async (page, path) => {
  for (const begun = Date.now(); Date.now() - begun < LATEST_MS; await pause(200)) {
    const nodeId = await follow(page, path);
    const box = nodeId && (await boxOf(page, nodeId));
    if (box && box.width > 0) return { nodeId, at: { x: box.x + box.width / 2, y: box.y + box.height / 2 } };
  }
  throw new CannotMeasure(`The launcher ${path.join(HOP)} was there in one visit and not in another.`);
};

/** Runs on the launcher, in its frame. @this {Element} */
function watchPresses() {
  const seen = { inp: 0 };
  const view = /** @type {Window & typeof globalThis} */ (this.ownerDocument.defaultView);
  new view.PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries()))
      if (entry.interactionId) seen.inp = Math.max(seen.inp, entry.duration);
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16 }));
  return seen;
}

/** @param {Session} page @param {number} nodeId @returns {Promise<() => Promise<number>>} the longest interaction since; NaN if its frame is gone */
const watchInp = async (page, nodeId) => {
  const { object } = await page.send('DOM.resolveNode', { nodeId });
  const { result } = await page.send('Runtime.callFunctionOn', {
    objectId: object.objectId,
    functionDeclaration: String(watchPresses),
  });
  return async () => {
    const asked = { objectId: result.objectId, functionDeclaration: 'function () { return this.inp; }' };
    const answer = await page.send('Runtime.callFunctionOn', asked).catch(() => undefined);
    return answer?.result.value ?? Number.NaN;
  };
};

/** @param {Session} page @returns {Promise<number>} ms since navigation */
const now = (page) => evaluate(page, 'performance.now()');

/**
 * Loads the page slowly, waits until it is quiet, opens the embed and waits again. Only an observer of vitals runs in
 * the page.
 * @param {Side} side
 * @param {Machine} machine
 */
export const costVisit = (side, machine) =>
  inFreshBrowser(side, machine, async (page) => {
    const traffic = await watchTraffic(page);
    await watchVitals(page);
    await slowDown(page, machine);
    const endTrace = await startTrace(page);
    await load(page, side.url);
    await quiet(page, traffic, machine);
    // Looking for the launcher is work too, but not the page's.
    const rested = await now(page);
    const loaded = loadedBy(traffic.requests);
    const frames = await framesOf(page);
    const { lcp } = await readVitals(page);
    const target = side.launcher && (await aim(page, side.launcher));
    const inp = target && (await watchInp(page, target.nodeId));
    const clicked = await now(page);
    if (target) {
      await clickAt(page, target.at);
      await quiet(page, traffic, machine);
    }
    const all = loadedBy(traffic.requests);
    const opened = { inpMs: (await inp?.()) ?? Number.NaN, frames: await framesOf(page) };
    const trace = readTrace(await endTrace(), side.url);
    const before = {
      ...loaded,
      mainThreadMs: trace.taskTime(0, rested),
      longestTaskMs: trace.longestTask(rested),
      layoutShift: trace.shifts(0, clicked).page,
      // The headless shell does not report it.
      lcpMs: lcp || Number.NaN,
      frames,
    };
    const open = {
      bytes: all.bytes - loaded.bytes,
      requests: all.requests - loaded.requests,
      mainThreadMs: trace.taskTime(clicked),
      longestTaskMs: trace.longestTask(Number.POSITIVE_INFINITY, clicked),
      layoutShift: trace.shifts(clicked).page,
      ...opened,
    };
    return { before, open };
  });

/** @param {Session} page */
const weigh = async (page) => {
  const heapBytes = await heapOf(page);
  const { jsEventListeners: listeners } = await page.send('Memory.getDOMCounters');
  return { heapBytes, listeners };
};

/**
 * Measures memory at full speed.
 * @param {Side} side
 * @param {Machine} machine
 */
export const weighVisit = (side, machine) =>
  inFreshBrowser(side, machine, async (page) => {
    const traffic = await watchTraffic(page);
    await load(page, side.url);
    await quiet(page, traffic, machine);
    const before = await weigh(page);
    if (!side.launcher) return { before, open: before };
    await clickAt(page, (await aim(page, side.launcher)).at);
    await page.send('DOM.disable');
    await quiet(page, traffic, machine);
    return { before, open: await weigh(page) };
  });

/**
 * Measures when the launcher appears, from the arrival of the page itself, and how soon after the click one can write.
 * Types one letter, and sends nothing.
 * @param {Side & { launcher: readonly string[] }} side
 * @param {Machine} machine
 * @param {boolean} writes whether the opened embed has a text box
 */
export const launcherVisit = async (side, machine, writes) => {
  const subject = { ...side, name: 'The embed', launcher: [...side.launcher] };
  if (writes) {
    const { launcherTime, clickToWriting } = await timeVisit(subject, machine);
    return { launcherMs: launcherTime, writingMs: clickToWriting };
  }
  return inFreshBrowser(side, machine, async (page) => {
    const traffic = await watchTraffic(page);
    const { has, time } = await watch(page, subject);
    await slowDown(page, machine);
    await load(page, side.url);
    if (!(await has('launcher'))) throw new CannotMeasure(`No launcher within ${PATIENCE_MS / 1000} s.`);
    return { launcherMs: time('launcher') - arrivalOf(traffic.requests), writingMs: Number.NaN };
  });
};
