/** A page's own vitals: when its content is painted, whether it shifts, and how soon it responds. */
import { watchTraffic } from './traffic.mjs';
import { inFreshBrowser, MOST_QUIET_MS, mouse, pause, QUIET_MS, slowDown } from './visit.mjs';

/** @typedef {import('./chromium.mjs').Session} Session */
/** @typedef {import('./measure.mjs').Subject} Subject */
/** @typedef {import('./measure.mjs').Machine} Machine */
/**
 * @typedef {object} Vitals
 * @property {number} lcp when the page's largest content was painted, ms since navigation
 * @property {number} cls the sum of the page's layout shifts
 * @property {number} inp the longest time from a press on the page to the next frame, ms; 0 where all took under 16 ms
 */

/** The watcher's name in the page. */
const HANDLE = '__porchVitals';
/** How often the page is pressed, and the interval in ms. A visit without presses observes the page for as long. */
const PRESSES = 20;
const BETWEEN_MS = 100;
/** Where to press: the first of these places without a widget or anything clickable. */
const PLACES = [40, 120, 200, 300, 400].flatMap((y) => [60, 8, 320].map((x) => ({ x, y })));
const PRESSABLE =
  'a, button, input, label, select, textarea, summary, iframe, video, audio, object, embed, [role=button], [onclick]';

/**
 * Runs in the page, which gets only its source text. No press opens a link or sends a form.
 * @param {{ x: number, y: number }[]} places
 * @param {string} pressable
 */
const findPlace = (places, pressable) => {
  addEventListener('click', (event) => event.preventDefault(), true);
  return places.find(({ x, y }) => !document.elementFromPoint(x, y)?.closest(pressable)) ?? places[0];
};

/** Runs in the page, which gets only its source text. @param {string} handle */
const vitalsWatcher = (handle) => {
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

/** @param {Session} page */
export const watchVitals = async (page) => {
  await page.send('Page.enable');
  const source = `(${vitalsWatcher})(${JSON.stringify(HANDLE)})`;
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source });
};

/** @param {Session} page @param {string} expression @returns {Promise<any>} its value, as JSON can represent it */
const evaluate = async (page, expression) => {
  const { result } = await page.send('Runtime.evaluate', {
    expression: `JSON.stringify(${expression})`,
    returnByValue: true,
  });
  return JSON.parse(result.value);
};

/** @param {Session} page @returns {Promise<Vitals>} so far */
export const readVitals = (page) => evaluate(page, HANDLE);

/** @param {Session} page */
const press = async (page) => {
  const place = await evaluate(
    page,
    `(${findPlace})(${JSON.stringify(PLACES)}, ${JSON.stringify(PRESSABLE)})`,
  );
  for (let i = 0; i < PRESSES; i++) {
    await mouse(page, 'mousePressed', place);
    await mouse(page, 'mouseReleased', place);
    await pause(BETWEEN_MS);
  }
};

/**
 * @param {Pick<Subject, 'url' | 'prepare'>} subject
 * @param {Machine} machine
 * @param {(page: Session) => Promise<unknown>} look what the visitor does with the page once it has loaded
 * @returns {Promise<Vitals>}
 */
const visit = (subject, machine, look) =>
  inFreshBrowser(subject, machine, async (page) => {
    const traffic = await watchTraffic(page);
    await watchVitals(page);
    await slowDown(page, machine);
    const there = new Promise((done) => page.on('Page.domContentEventFired', done));
    await page.send('Page.navigate', { url: subject.url });
    await there;
    await look(page);
    await traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    return readVitals(page);
  });

/**
 * Visits a page and presses it, but never the widget.
 * @param {Pick<Subject, 'url' | 'prepare'>} subject
 * @param {Machine} machine
 */
export const pressVisit = (subject, machine) => visit(subject, machine, press);

/**
 * Measures a page in two visits that never touch the widget. The first visitor only looks, because a press ends the
 * search for the largest content and excludes layout shifts. The second presses the page.
 * @param {{ url: string }} subject
 * @param {Machine} machine
 * @returns {Promise<Vitals>}
 */
export const vitalsVisit = async (subject, machine) => {
  const { lcp, cls } = await visit(subject, machine, () => pause(PRESSES * BETWEEN_MS));
  const { inp } = await pressVisit(subject, machine);
  return { lcp, cls, inp };
};
