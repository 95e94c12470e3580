/** Visits that follow what a click sets off: the card, the conversation, the live connection, the first message. */
import { HOVER_MS } from '../../../src/npm/cost/measure/measure.mjs';
import { readTrace } from '../../../src/npm/cost/measure/trace.mjs';
import { arrivalOf, watchTraffic } from '../../../src/npm/cost/measure/traffic.mjs';
import {
  ask,
  clickAt,
  inFreshBrowser,
  MOST_QUIET_MS,
  pause,
  QUIET_MS,
  slowDown,
  startTrace,
  watch,
} from '../../../src/npm/cost/measure/visit.mjs';
import { answerSource } from './answerWatcher.mjs';
import { readMoments, watchExchange } from './exchange.mjs';
import { requestsAfter, STEP_MS, sharesOf } from './story.mjs';

/** @typedef {import('../../../src/npm/cost/measure/chromium.mjs').Session} Session */
/** @typedef {import('../../../src/npm/cost/measure/measure.mjs').Machine} Machine */
/** @typedef {import('./sites.mjs').Opened} Opened */
/** @typedef {import('./story.mjs').Story} Story */
/** @typedef {'cold' | 'hovered' | 'touch'} Way how the visitor presses the launcher */

export const WAYS = /** @type {const} */ (['cold', 'hovered', 'touch']);
/** What the visitor writes first. */
export const TEXT = 'Do you ship boats to Ghent?';
/** How long a finger rests on the launcher, ms. */
const TOUCH_MS = 80;
/** After how long a visitor presses Enter again where nothing has come of it, ms. */
const AGAIN_MS = 250;
/** How long a slow page may take to draw what it has, ms. */
const LATE_MS = 3000;
/** How long the service may take for what is awaited of it, ms. */
const PATIENCE_MS = 15_000;

/** @param {Session} page @param {{ x: number, y: number }} at */
const touchAt = async (page, at) => {
  const down = page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await pause(TOUCH_MS);
  await Promise.all([down, page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })]);
};

/** @param {Session} page @param {Way} way */
const press = async (page, way) => {
  const at = await ask(page, 'aim()');
  if (!at) throw new Error('The launcher has gone.');
  if (way === 'touch') await touchAt(page, at);
  else await clickAt(page, at, way === 'hovered' ? HOVER_MS : 0);
};

/** @param {Session} page */
const pressEnter = async (page) => {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
};

/** Types the message and sends it with Enter, again where the box keeps it. @param {Session} page @param {boolean} hasFocus */
const writeTo = async (page, hasFocus) => {
  if (!hasFocus) await ask(page, 'focus()');
  await page.send('Input.insertText', { text: TEXT });
  await pressEnter(page);
  for (let tries = 0; tries < 40; tries++) {
    await pause(AGAIN_MS);
    if (!(await ask(page, 'written()')).includes(TEXT)) return;
    await ask(page, 'focus()');
    await pressEnter(page);
  }
};

/**
 * Watches an empty page, and gives the visitor's steps on it.
 * @param {Session} page
 * @param {Opened} opened
 * @param {Machine} machine
 */
const visitorOn = async (page, { subject, starts }, machine) => {
  const traffic = await watchTraffic(page);
  const { heard, until } = await watchExchange(page);
  const watched = await watch(page, subject);
  const { seen, has, time } = watched;
  const quiet = () => traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
  const documents = () => traffic.requests.filter(({ url }) => url === subject.url);
  return {
    ...watched,
    heard,
    until,
    quiet,
    moments: () => readMoments(heard, { starts, text: TEXT }),
    /** When the page began to load, ms on the browser's own clock. */
    begun: () => documents().at(-1)?.begun ?? Number.NaN,
    /** When the page itself had arrived, ms since navigation. */
    arrival: () => arrivalOf(documents().slice(-1)),
    load: async () => {
      seen.clear();
      await page.send('Page.navigate', { url: subject.url });
    },
    /** @param {Way} way */
    open: async (way) => {
      if (!(await has('launcher'))) throw new Error(`${subject.name}: no launcher.`);
      await quiet();
      await press(page, way);
    },
    write: async () => {
      if (await has('writing')) await writeTo(page, !!seen.get('writing')?.focus);
      await until(() => readMoments(heard, { text: TEXT }).accepted !== undefined, PATIENCE_MS);
    },
    /** @param {number | undefined} moment @returns {number} ms after the click; NaN where there is none */
    afterClick: (moment = Number.NaN) => moment - (documents().at(-1)?.begun ?? Number.NaN) - time('click'),
  };
};

/** @param {Session} page */
const emulateTouch = (page) =>
  page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });

/**
 * A first visit: loads the page, waits until it is quiet, presses the launcher, and waits for the card, the conversation
 * and the live connection.
 * @param {Opened} opened
 * @param {Machine} machine
 * @param {Way} way
 * @returns {Promise<Story>} its marks are NaN for what the widget does not have
 */
export const openingVisit = (opened, machine, way) =>
  inFreshBrowser(opened.subject, machine, async (page) => {
    const { load, open, has, time, moments, until, afterClick, begun, heard } = await visitorOn(
      page,
      opened,
      machine,
    );
    if (way === 'touch') await emulateTouch(page);
    await slowDown(page, machine);
    const endTrace = await startTrace(page);
    await load();
    await open(way);
    await has('card');
    const isThere = () => {
      const { started, live } = moments();
      return (!opened.starts || started !== undefined) && (!opened.connects || live !== undefined);
    };
    await until(isThere, PATIENCE_MS);
    const [click, { started, live = Number.NaN }] = [time('click'), moments()];
    const marks = {
      writing: time('writing') - click,
      card: time('card') - click,
      started: afterClick(started),
      live: afterClick(live),
    };
    const { scriptTime, taskTime } = readTrace(await endTrace(), opened.subject.url);
    const end = click + Math.max(0, ...Object.values(marks).filter(Number.isFinite));
    return {
      marks,
      requests: requestsAfter(heard, { click: begun() + click, live, latency: machine.latency }),
      stepMs: STEP_MS,
      script: sharesOf((from, to) => scriptTime(to) - scriptTime(from), click, end),
      work: sharesOf(taskTime, click, end),
    };
  });

/**
 * A first visit whose visitor writes a message and sends it as soon as they can.
 * @param {Opened} opened
 * @param {Machine} machine
 * @param {Way} way
 * @returns {Promise<number>} when the service had accepted the message, ms after the click; NaN where it has not
 */
export const writingVisit = (opened, machine, way) =>
  inFreshBrowser(opened.subject, machine, async (page) => {
    const { load, open, write, moments, afterClick } = await visitorOn(page, opened, machine);
    if (way === 'touch') await emulateTouch(page);
    await slowDown(page, machine);
    await load();
    await open(way);
    await write();
    return afterClick(moments().accepted);
  });

/** @param {Session} page */
const watchForAnswer = (page) =>
  page.send('Page.addScriptToEvaluateOnNewDocument', { source: answerSource() });

/** Waits until the answer is shown, or has not been for a while in a quiet page. @param {Awaited<ReturnType<typeof visitorOn>>} visitor */
const untilAnswered = async ({ seen, quiet }) => {
  await quiet();
  for (let waited = 0; waited < LATE_MS && !seen.has('answer'); waited += 100) await pause(100);
};

/**
 * A visitor who has written and got an answer. In the same tab they load the page again, with the window left open; then
 * they click in a new tab.
 * @param {Opened} opened
 * @param {Machine} machine
 * @returns {Promise<{ load: number, click: number }>} when the answer is shown, ms after the page itself arrived and ms after
 * the click; NaN where it is not
 */
export const returningVisit = (opened, machine) =>
  inFreshBrowser(opened.subject, machine, async (page, openPage) => {
    const first = await visitorOn(page, opened, machine);
    await watchForAnswer(page);
    await first.load();
    await first.open('cold');
    await first.write();
    await opened.answer?.();
    if (!(await first.has('answer'))) throw new Error(`${opened.subject.name}: no answer is shown.`);
    await first.quiet();
    await slowDown(page, machine);
    await first.load();
    await first.has('launcher');
    await untilAnswered(first);
    const load = first.time('answer') - first.arrival();
    await page.send('Page.navigate', { url: 'about:blank' });

    const tab = await openPage();
    const second = await visitorOn(tab, opened, machine);
    await watchForAnswer(tab);
    await slowDown(tab, machine);
    await second.load();
    await second.open('cold');
    await second.has('card');
    await untilAnswered(second);
    const click = second.time('answer') - second.time('click');
    return { load, click: click > 0 ? click : Number.NaN };
  });
