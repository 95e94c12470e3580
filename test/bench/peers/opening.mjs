/** Visits that follow what a click sets off: the card, the conversation, the live connection, the first message. */
import { HOVER_MS } from '../../../src/npm/cost/measure/measure.mjs';
import { watchTraffic } from '../../../src/npm/cost/measure/traffic.mjs';
import {
  ask,
  clickAt,
  inFreshBrowser,
  MOST_QUIET_MS,
  pause,
  QUIET_MS,
  slowDown,
  watch,
} from '../../../src/npm/cost/measure/visit.mjs';
import { readMoments, watchExchange } from './exchange.mjs';

/** @typedef {import('../../../src/npm/cost/measure/chromium.mjs').Session} Session */
/** @typedef {import('../../../src/npm/cost/measure/measure.mjs').Machine} Machine */
/** @typedef {Pick<import('./sites.mjs').Opened, 'subject' | 'starts'>} Opened */
/** @typedef {'cold' | 'hovered' | 'touch'} Way how the visitor presses the launcher */

export const WAYS = /** @type {const} */ (['cold', 'hovered', 'touch']);
/** What the visitor writes first. */
export const TEXT = 'Do you ship boats to Ghent?';
/** How long a finger rests on the launcher, ms. */
const TOUCH_MS = 80;
/** How long the service may take for each answer, ms. */
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

/** Types the message and sends it with Enter. @param {Session} page @param {boolean} hasFocus */
const writeTo = async (page, hasFocus) => {
  if (!hasFocus) await ask(page, 'focus()');
  await page.send('Input.insertText', { text: TEXT });
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
};

/**
 * A first visit: loads the page, waits until it is quiet, presses the launcher, and waits for what that sets off.
 * @param {Opened} opened
 * @param {Machine} machine
 * @param {{ way: Way, writes?: boolean }} visitor who writes a message as soon as they can, or none
 * @returns {Promise<{ writing: number, card: number, started: number, live: number, accepted: number }>} ms after the click;
 * NaN for what did not come
 */
export const openingVisit = ({ subject, starts }, machine, { way, writes = false }) =>
  inFreshBrowser(subject, machine, async (page) => {
    const traffic = await watchTraffic(page);
    const { heard, until } = await watchExchange(page);
    const { seen, has, time } = await watch(page, subject);
    if (way === 'touch')
      await page.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
    await slowDown(page, machine);
    await page.send('Page.navigate', { url: subject.url });
    if (!(await has('launcher'))) throw new Error(`${subject.name}: no launcher.`);
    await traffic.settled(machine.quietMs ?? QUIET_MS, MOST_QUIET_MS);
    await press(page, way);
    const box = (await has('writing')) && seen.get('writing');
    if (box && writes) await writeTo(page, !!box.focus);
    await has('card');
    const moments = () => readMoments(heard, { starts, text: writes ? TEXT : undefined });
    await until(() => {
      const { started, live, accepted } = moments();
      return writes ? accepted !== undefined : !starts || (started !== undefined && live !== undefined);
    }, PATIENCE_MS);
    const click = time('click');
    const [{ begun = Number.NaN } = {}] = traffic.requests;
    /** @param {number | undefined} moment */
    const after = (moment) => (moment ?? Number.NaN) - begun - click;
    const { started, live, accepted } = moments();
    return {
      writing: time('writing') - click,
      card: time('card') - click,
      started: after(started),
      live: after(live),
      accepted: after(accepted),
    };
  });
