/** One visit to a page with a fresh profile. */
import { startChromium } from './chromium.mjs';
import { readHeap } from './heap.mjs';
import { REPORT, WATCHER, watcherSource } from './inPage.mjs';
import { watchRefusals } from './refusals.mjs';
import { CATEGORIES, readTrace } from './trace.mjs';
import { arrivalOf, loadedBy, namedByTag, watchTraffic } from './traffic.mjs';

/** @typedef {import('./chromium.mjs').Session} Session */
/** @typedef {import('./measure.mjs').Subject} Subject */
/** @typedef {import('./measure.mjs').Machine} Machine */

/** How long nothing loads before a state counts as reached, and the longest wait for that, ms. */
export const QUIET_MS = 1000;
export const MOST_QUIET_MS = 15_000;
/** How long a widget may take to reach each state, ms. */
export const PATIENCE_MS = 45_000;
/** The key that the visitor types. */
const KEY = 'x';

export const pause = (/** @type {number} */ ms) => new Promise((done) => setTimeout(done, ms));

/** @param {Session} page @param {Subject} subject */
export const watch = async (page, { launcher, card = [] }) => {
  /** @type {Map<string, { time: number, focus?: boolean }>} */
  const seen = new Map();
  /** @type {Set<() => void>} */
  const waiting = new Set();
  page.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== REPORT) return;
    const { what, ...report } = JSON.parse(payload);
    seen.set(what, report);
    for (const look of waiting) look();
  });
  await page.send('Runtime.enable');
  await page.send('Runtime.addBinding', { name: REPORT });
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watcherSource({ launcher, card }) });
  /** @param {string} what @returns {Promise<boolean>} whether it happened in time */
  const has = (what) =>
    new Promise((resolve) => {
      const end = (/** @type {boolean} */ came) => {
        waiting.delete(look);
        clearTimeout(timer);
        resolve(came);
      };
      const look = () => seen.has(what) && end(true);
      const timer = setTimeout(() => end(false), PATIENCE_MS);
      waiting.add(look);
      look();
    });
  return { seen, has, time: (/** @type {string} */ what) => seen.get(what)?.time ?? Number.NaN };
};

/** Calls the watcher. @param {Session} page @param {string} call */
export const ask = async (page, call) => {
  const expression = `${WATCHER}.${call}`;
  const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
  return result.value;
};

/** @param {Session} page @param {'mouseMoved' | 'mousePressed' | 'mouseReleased'} type @param {{ x: number, y: number }} at */
export const mouse = (page, type, at) => {
  const button = type === 'mouseMoved' ? {} : { button: 'left', clickCount: 1 };
  return page.send('Input.dispatchMouseEvent', { type, ...at, ...button });
};

/** @param {Session} page @param {{ x: number, y: number }} at @param {number} [hoverMs] how long the pointer rests there before the click */
export const clickAt = async (page, at, hoverMs = 0) => {
  const moved = mouse(page, 'mouseMoved', at);
  if (hoverMs > 0) await pause(hoverMs);
  await Promise.all([moved, mouse(page, 'mousePressed', at), mouse(page, 'mouseReleased', at)]);
};

/** @param {Session} page @param {number} [hoverMs] */
const click = async (page, hoverMs) => {
  const at = await ask(page, 'aim()');
  if (!at) throw new Error('The launcher has gone.');
  await clickAt(page, at, hoverMs);
};

/**
 * Types one key into the box that has appeared.
 * @param {Session} page
 * @param {boolean} hasFocus
 * @returns {Promise<boolean>} whether the box shows it
 */
const write = async (page, hasFocus) => {
  if (!hasFocus) await ask(page, 'focus()');
  const key = { key: KEY, code: 'KeyX', windowsVirtualKeyCode: 88 };
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: KEY, ...key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  return (await ask(page, 'written()')).includes(KEY);
};

/** @param {Session} page @param {Machine} machine */
export const slowDown = async (page, { cpu = 1, kbps, latency = 0 }) => {
  if (cpu > 1) await page.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const throughput = kbps ? (kbps * 1000) / 8 : -1;
  const both = { downloadThroughput: throughput, uploadThroughput: throughput };
  if (kbps || latency)
    await page.send('Network.emulateNetworkConditions', { offline: false, latency, ...both });
};

/** @param {Session} page @returns {Promise<() => Promise<any[]>>} ends the trace and returns its events */
export const startTrace = async (page) => {
  /** @type {any[]} */
  const events = [];
  page.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  return async () => {
    const complete = new Promise((done) => page.on('Tracing.tracingComplete', () => done(undefined)));
    await page.send('Tracing.end');
    await complete;
    return events;
  };
};

/** @param {Session} page @returns {Promise<number>} the number of frames in the page */
export const framesOf = async (page) => {
  const { frameTree } = await page.send('Page.getFrameTree');
  /** @param {{ childFrames?: any[] }} tree @returns {number} */
  const count = ({ childFrames = [] }) => childFrames.reduce((sum, child) => sum + 1 + count(child), 0);
  return count(frameTree);
};

/**
 * Starts a browser, calls `work` with an empty page, and always ends the browser.
 * @template T
 * @param {Pick<Subject, 'prepare'>} subject
 * @param {Machine} machine
 * @param {(page: Session, openPage: () => Promise<Session>) => Promise<T>} work
 * @returns {Promise<T>}
 */
export const inFreshBrowser = async ({ prepare }, machine, work) => {
  const chromium = await startChromium(machine.executable, machine.flags);
  try {
    const page = await chromium.openPage();
    await prepare?.(page);
    return await work(page, chromium.openPage);
  } finally {
    await chromium.close();
  }
};

/**
 * Types a key as soon as a box appears, and again until the box takes it.
 * @param {Session} page
 * @param {{ time: number, focus?: boolean }} seen when the box appeared, and whether it had the focus
 * @returns {Promise<number>} when one could write, ms since navigation; NaN if no key was ever shown
 */
const writeAtOnce = async (page, seen) => {
  if (await write(page, !!seen.focus)) return seen.time;
  for (let tries = 0; tries < 100; tries++) {
    await pause(100);
    if (await write(page, false)) return ask(page, 'now()');
  }
  return Number.NaN;
};

/**
 * Measures times and bytes in a visit: loads the page, waits until it is quiet, clicks and types.
 * @param {Subject} subject
 * @param {Machine} machine
 * @param {{ hoverMs?: number, writes?: boolean }} [visitor] without `hoverMs` the visitor clicks at once; without
 * `writes`, the text box counts as soon as it is visible
 */
export const timeVisit = (subject, machine, { hoverMs = 0, writes = true } = {}) =>
  inFreshBrowser(subject, machine, async (page) => {
    const traffic = await watchTraffic(page);
    const { seen, has, time } = await watch(page, subject);
    await slowDown(page, machine);
    const endTrace = await startTrace(page);
    await page.send('Page.navigate', { url: subject.url });
    const first = subject.launcher ? 'launcher' : 'writing';
    if (!(await has(first))) throw new Error(`${subject.name}: no ${first} within ${PATIENCE_MS} ms.`);
    await traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    const before = { ...loadedBy(traffic.requests), frames: await framesOf(page) };
    const quiet = await ask(page, 'now()');
    if (subject.launcher) await click(page, hoverMs);
    const box = (await has('writing')) && seen.get('writing');
    const writing = box ? (writes ? await writeAtOnce(page, box) : box.time) : Number.NaN;
    await has('card');
    await traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    const kept = (await ask(page, 'written()')).includes(KEY);
    const frames = await framesOf(page);
    const trace = readTrace(await endTrace(), subject.url);
    const shifts = trace.shifts();
    const launcher = time(first);
    return {
      loader: namedByTag(traffic.requests),
      before,
      writing: loadedBy(traffic.requests, writing),
      card: loadedBy(traffic.requests, time('card')),
      all: { ...loadedBy(traffic.requests), frames },
      launcherTime: launcher - arrivalOf(traffic.requests),
      script: trace.scriptTime(launcher),
      longest: trace.longestTask(subject.launcher ? time('click') : quiet),
      clickToWriting: writing - time('click'),
      clickToCard: time('card') - time('click'),
      shiftPage: shifts.page,
      shiftFrames: shifts.frames,
      wrote: !Number.isNaN(writing),
      kept,
    };
  });

/** @param {Session} page @returns {Promise<number>} bytes of live JavaScript in the page and its frames */
export const heapOf = async (page) => {
  await page.send('HeapProfiler.enable');
  // The first collection runs finalizers, the second collects what they released.
  for (let i = 0; i < 3; i++) await page.send('HeapProfiler.collectGarbage');
  const { usedSize } = await page.send('Runtime.getHeapUsage');
  return usedSize;
};

/**
 * Measures memory in a visit without throttling, tracing or typing. A subject without a launcher is the page alone.
 * @template T
 * @param {Subject} subject
 * @param {Machine} machine
 * @param {(page: Session) => Promise<T>} weigh
 * @returns {Promise<{ closed: T, open: T }>}
 */
export const weighWith = (subject, machine, weigh) =>
  inFreshBrowser(subject, machine, async (page) => {
    const traffic = await watchTraffic(page);
    const { has } = await watch(page, subject);
    const settle = () => traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    await page.send('Page.navigate', { url: subject.url });
    if (subject.launcher) await has('launcher');
    await settle();
    const closed = await weigh(page);
    if (!subject.launcher) return { closed, open: closed };
    await click(page);
    await has('card');
    await settle();
    return { closed, open: await weigh(page) };
  });

/** @param {Subject} subject @param {Machine} machine */
export const weighVisit = (subject, machine) => weighWith(subject, machine, heapOf);

/** @param {Session} page @returns {Promise<ReturnType<typeof readHeap>>} what the heap holds, by kind */
const kindsOf = async (page) => {
  await heapOf(page);
  /** @type {string[]} */
  const chunks = [];
  const stop = page.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await page.send('HeapProfiler.takeHeapSnapshot', { captureNumericValue: false });
  stop();
  return readHeap(JSON.parse(chunks.join('')));
};

/** Reads what the memory holds in a visit. @param {Subject} subject @param {Machine} machine */
export const inspectVisit = (subject, machine) => weighWith(subject, machine, kindsOf);

/**
 * Visits a page with a policy.
 * @param {Subject} subject whose address answers with the policy
 * @param {Machine} machine
 * @returns {Promise<{ launcher: boolean, wrote: boolean, card: boolean, blocked: Record<string, number> }>} which
 * states it reached, and how often each directive forbade something
 */
export const policyVisit = (subject, machine) =>
  inFreshBrowser(subject, machine, async (page) => {
    const traffic = await watchTraffic(page);
    const { seen, has } = await watch(page, subject);
    const refusals = await watchRefusals(page);
    await page.send('Page.navigate', { url: subject.url });
    const launcher = !subject.launcher || (await has('launcher'));
    await traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    if (launcher && subject.launcher) await click(page);
    const box = launcher && (await has('writing')) && seen.get('writing');
    const wrote = !!box && !Number.isNaN(await writeAtOnce(page, box));
    const card = wrote && (await has('card'));
    await traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    /** @type {Record<string, number>} */
    const blocked = {};
    for (const { directive } of refusals) blocked[directive] = (blocked[directive] ?? 0) + 1;
    return { launcher, wrote, card, blocked };
  });
