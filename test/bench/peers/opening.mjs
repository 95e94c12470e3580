/** Visits that follow what a click sets off: the card, the conversation, the live connection, the first message. */
import { readTrace } from '../../../scripts/porch-cost/measure/trace.mjs';
import { inFreshBrowser, pause, slowDown, startTrace } from '../../../scripts/porch-cost/measure/visit.mjs';
import { answerSource } from './answerWatcher.mjs';
import { requestsAfter, STEP_MS, sharesOf } from './story.mjs';
import { emulateTouch, LATE_MS, PATIENCE_MS, visitorOn } from './visitor.mjs';

/** @typedef {import('../../../scripts/porch-cost/measure/chromium.mjs').Session} Session */
/** @typedef {import('../../../scripts/porch-cost/measure/measure.mjs').Machine} Machine */
/** @typedef {import('./sites.mjs').Opened} Opened */
/** @typedef {import('./story.mjs').Story} Story */
/** @typedef {import('./visitor.mjs').Way} Way */

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
    const { load, open, has, time, moments, until, afterClick, begun, heardSince } = await visitorOn(
      page,
      opened,
      machine,
    );
    if (way === 'touch') await emulateTouch(page);
    await slowDown(page, machine);
    const endTrace = await startTrace(page);
    await load();
    if (!(await open(way))) throw new Error(`${opened.subject.name}: no click.`);
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
      requests: requestsAfter(heardSince(), { click: begun() + click, live, latency: machine.latency }),
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
    if (!(await open(way))) return Number.NaN;
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
