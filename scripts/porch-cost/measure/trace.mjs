/** Reads script time, tasks and layout shifts from Chromium's trace of one visit. */
import { WATCHER_URL } from './inPage.mjs';

/** The trace categories of the figures. */
export const CATEGORIES = [
  '-*',
  'toplevel',
  'loading',
  'blink.user_timing',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.compile',
  'v8',
];

/**
 * @typedef {{ name: string, ph: string, ts: number, dur?: number, pid: number, tid: number,
 *   args: Record<string, any> }} TraceEvent times in microseconds
 */

/** Work on scripts: compiling and running them. Nested work is counted once. */
const SCRIPT =
  /^(EvaluateScript|FunctionCall|RunMicrotasks|TimerFire|EventDispatch|v8\.(compile|compileModule|evaluateModule))$/;

/** @param {TraceEvent} event @returns {string} the address of the script it belongs to */
const urlOf = ({ args }) => String(args.data?.url ?? args.fileName ?? args.data?.fileName ?? '');

/** @param {TraceEvent} event */
const isOurs = (event) => urlOf(event).endsWith(WATCHER_URL);

/**
 * @param {readonly TraceEvent[]} events
 * @param {number} from
 * @param {number} to microseconds
 * @returns {number} ms of the interval covered by the events, each moment counted once
 */
export const covered = (events, from, to) => {
  let sum = 0;
  let reached = from;
  for (const { ts, dur = 0 } of [...events].sort((a, b) => a.ts - b.ts)) {
    const end = Math.min(ts + dur, to);
    sum += Math.max(0, end - Math.max(ts, reached));
    reached = Math.max(reached, end);
  }
  return sum / 1000;
};

/**
 * @param {readonly TraceEvent[]} events of a whole browser with one page
 * @param {string} url the page's address
 */
export const readTrace = (events, url) => {
  const start = events.findLast(
    (e) =>
      e.name === 'navigationStart' &&
      e.args.data?.isOutermostMainFrame &&
      e.args.data.documentLoaderURL === url,
  );
  if (!start) throw new Error(`The trace has no navigation to ${url}.`);
  const mainFrame = start.args.frame;
  const own = events.filter((e) => e.pid === start.pid && e.tid === start.tid && e.ts >= start.ts);
  const done = own.filter((e) => e.ph === 'X');
  const ours = done.filter(isOurs);
  /** @param {TraceEvent} event whether the watcher called it, or is all that it ran */
  const isWatching = ({ ts, dur = 0 }) => ours.some((o) => o.ts <= ts && ts + dur <= o.ts + (o.dur ?? 0));
  const scripts = done.filter((e) => SCRIPT.test(e.name) && !isWatching(e));
  const tasks = done.filter((e) => e.name === 'RunTask' || e.name === 'ThreadControllerImpl::RunTask');
  const firstScript = scripts.find((e) => urlOf(e))?.ts ?? Number.POSITIVE_INFINITY;
  /** @param {number} ms since navigation */
  const at = (ms) => start.ts + ms * 1000;
  return {
    /** @param {number} until ms since navigation @returns {number} ms of script, without the watcher's */
    scriptTime: (until) => covered(scripts, start.ts, at(until)),
    /**
     * @param {number} until
     * @param {number} [from] ms since navigation
     * @returns {number} ms of the longest task that began no earlier than the first script
     */
    longestTask: (until, from = 0) =>
      Math.max(
        0,
        ...tasks
          .filter((t) => t.ts + (t.dur ?? 0) > firstScript && t.ts >= at(from) && t.ts < at(until))
          .map((t) => (t.dur ?? 0) / 1000),
      ),
    /** @param {number} from @param {number} [until] ms since navigation @returns {number} ms of all tasks in between */
    taskTime: (from, until = Number.POSITIVE_INFINITY) => covered(tasks, at(from), at(until)),
    /**
     * The layout shift score of the page and its frames, including shifts after input.
     * @param {number} [from]
     * @param {number} [until] ms since navigation
     */
    shifts: (from = 0, until = Number.POSITIVE_INFINITY) => {
      const sum = { page: 0, frames: 0 };
      for (const e of events) {
        if (e.name !== 'LayoutShift' || e.pid !== start.pid || e.ts < at(from) || e.ts >= at(until)) continue;
        sum[e.args.frame === mainFrame ? 'page' : 'frames'] += Number(e.args.data?.score ?? 0);
      }
      return sum;
    },
  };
};
