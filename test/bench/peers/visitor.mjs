/** A visitor's steps on a page, and what they come to. */
import { HOVER_MS } from '../../../scripts/porch-cost/measure/measure.mjs';
import { arrivalOf, watchTraffic } from '../../../scripts/porch-cost/measure/traffic.mjs';
import {
  ask,
  clickAt,
  MOST_QUIET_MS,
  pause,
  QUIET_MS,
  watch,
} from '../../../scripts/porch-cost/measure/visit.mjs';
import { readMoments, watchExchange } from './exchange.mjs';

/** @typedef {import('../../../scripts/porch-cost/measure/chromium.mjs').Session} Session */
/** @typedef {import('../../../scripts/porch-cost/measure/measure.mjs').Machine} Machine */
/** @typedef {import('./sites.mjs').Opened} Opened */
/** @typedef {'cold' | 'hovered' | 'touch'} Way how the visitor presses the launcher */

export const WAYS = /** @type {const} */ (['cold', 'hovered', 'touch']);
/** What the visitor writes first. */
const TEXT = 'Do you ship boats to Ghent?';
/** How long a finger rests on the launcher, ms. */
const TOUCH_MS = 80;
/** After how long a visitor presses Enter again where nothing has come of it, ms. */
const AGAIN_MS = 250;
/** How long a slow page may take to draw what it has, ms. */
export const LATE_MS = 3000;
/** How long the service may take for what is awaited of it, ms. */
export const PATIENCE_MS = 15_000;

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
export const visitorOn = async (page, { subject, starts }, machine) => {
  const traffic = await watchTraffic(page);
  const { heard, until } = await watchExchange(page);
  const watched = await watch(page, subject);
  const { seen, has, time } = watched;
  const quiet = () => traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
  let pressed = 0;
  const documents = () => traffic.requests.filter(({ url }) => url === subject.url);
  return {
    ...watched,
    /** What was heard since the pointer came to the launcher. */
    heardSince: () => heard.slice(pressed),
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
    /** @param {Way} way @returns {Promise<boolean>} whether the press has come to a click: a widget may take touch otherwise */
    open: async (way) => {
      if (!(await has('launcher'))) throw new Error(`${subject.name}: no launcher.`);
      await quiet();
      pressed = heard.length;
      await press(page, way);
      await Promise.race([has('click'), pause(LATE_MS)]);
      return seen.has('click');
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
export const emulateTouch = (page) =>
  page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
