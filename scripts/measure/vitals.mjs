/** A page's own vitals: when its text is painted, whether it shifts, and how soon it responds. */
import { watchTraffic } from './traffic.mjs';
import { inFreshBrowser, mouse, pause, QUIET_MS, slowDown } from './visit.mjs';

/** @typedef {import('./measure.mjs').Machine} Machine */
/**
 * @typedef {object} Vitals
 * @property {number} lcp when the page's largest content was painted, ms since navigation
 * @property {number} cls the sum of the page's layout shifts
 * @property {number} inp the longest time from a press on the page to the next frame, ms; 0 where all took under 16 ms
 */

/** The watcher's name in the page. */
const HANDLE = '__porchVitals';
/** The page is looked at for as long as it is pressed: this often, this many ms apart, from the moment it is there. */
const PRESSES = 20;
const BETWEEN_MS = 100;
/** Where it is pressed: a place of the page that no widget covers. */
const PLACE = { x: 60, y: 40 };

/** Runs in the page; only its source text is sent there. @param {string} handle */
const watchVitals = (handle) => {
  if (window.top !== window) return;
  const vitals = { lcp: 0, cls: 0, inp: 0 };
  Object.defineProperty(window, handle, { value: vitals });
  /** @param {string} type @param {(entry: any) => void} take @param {object} [more] */
  const watch = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    vitals.lcp = startTime;
  });
  watch('layout-shift', ({ hadRecentInput, value }) => {
    if (!hadRecentInput) vitals.cls += value;
  });
  watch(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) vitals.inp = Math.max(vitals.inp, duration);
    },
    { durationThreshold: 16 },
  );
};

/**
 * @param {{ url: string }} subject
 * @param {Machine} machine
 * @param {boolean} presses whether the visitor presses the page
 * @returns {Promise<Vitals>}
 */
const visit = ({ url }, machine, presses) =>
  inFreshBrowser(machine, async (page) => {
    const traffic = await watchTraffic(page);
    await page.send('Page.enable');
    const source = `(${watchVitals})(${JSON.stringify(HANDLE)})`;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
    await slowDown(page, machine);
    const there = new Promise((done) => page.on('Page.domContentEventFired', done));
    await page.send('Page.navigate', { url });
    await there;
    for (let i = 0; i < PRESSES; i++) {
      if (presses) {
        await mouse(page, 'mousePressed', PLACE);
        await mouse(page, 'mouseReleased', PLACE);
      }
      await pause(BETWEEN_MS);
    }
    await traffic.settled(machine.quietMs ?? QUIET_MS, 15_000);
    const expression = `JSON.stringify(${HANDLE})`;
    const { result } = await page.send('Runtime.evaluate', { expression, returnByValue: true });
    return JSON.parse(result.value);
  });

/**
 * Measures a page in two visits that never touch the widget. In the first the visitor only looks, because a press ends
 * the search for the largest content and excuses layout shifts. In the second the visitor presses the page.
 * @param {{ url: string }} subject
 * @param {Machine} machine
 * @returns {Promise<Vitals>}
 */
export const vitalsVisit = async (subject, machine) => {
  const { lcp, cls } = await visit(subject, machine, false);
  const { inp } = await visit(subject, machine, true);
  return { lcp, cls, inp };
};
