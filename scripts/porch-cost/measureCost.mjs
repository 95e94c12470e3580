/** Measures what an embed adds to a page. */
import { changePage } from './intercept.mjs';
import { pressVisit } from './measure/vitals.mjs';
import { metricsOf, STATES } from './metrics.mjs';
import { tryPolicy } from './policy.mjs';
import { scout } from './scout.mjs';
import { differ } from './statistics.mjs';
import { costVisit, launcherVisit, weighVisit } from './visits.mjs';

/** @typedef {import('./measure/measure.mjs').Machine} Machine */
/** @typedef {import('./intercept.mjs').Change} Change */
/** @typedef {import('./metrics.mjs').State} State */
/** @typedef {import('./statistics.mjs').Difference} Difference */
/** @typedef {Record<string, Difference>} Differences by the metric's name, without those that could not be measured */
/** @typedef {Record<State, Record<string, number[]>>} Figures a figure for each visit */
/**
 * @typedef {object} Cost
 * @property {string} url
 * @property {string} chrome
 * @property {string[]} [launcher] its path
 * @property {number} runs
 * @property {Record<State, Differences>} measured
 * @property {Awaited<ReturnType<typeof tryPolicy>>} [policy]
 * @property {import('./scout.mjs').Counted[]} refused by the page's own policy
 * @property {string[]} notes
 */

/** The most visits for memory and for INP: memory hardly varies, and INP takes twenty presses in each visit. */
const FEW = 3;

/** @returns {Figures} */
const noFigures = () => ({ before: {}, open: {} });

/** @param {Figures} figures @param {Partial<Record<State, Record<string, number>>>} visit */
const add = (figures, visit) => {
  for (const state of STATES)
    for (const [name, value] of Object.entries(visit[state] ?? {}))
      figures[state][name] = [...(figures[state][name] ?? []), value];
};

/** The memory of the opened embed is compared with the page without the embed. The other figures are what opening adds. */
const HELD = ['heapBytes', 'listeners', 'frames'];

/**
 * @param {Figures} present
 * @param {Figures} absent
 * @param {boolean} isOpened
 * @returns {Record<State, Differences>}
 */
export const differences = (present, absent, isOpened) => {
  /** @param {State} state @param {string} name */
  const one = (state, name) => {
    const embed = present[state][name] ?? [];
    if (name === 'launcherMs' || (state === 'open' && !HELD.includes(name))) return differ(embed);
    return differ(embed, absent.before[name]);
  };
  /** @param {State} state @returns {Differences} */
  const all = (state) =>
    Object.fromEntries(
      metricsOf(state).flatMap(({ name }) => {
        const difference = one(state, name);
        return difference ? [[name, difference]] : [];
      }),
    );
  return { before: all('before'), open: isOpened ? all('open') : {} };
};

/**
 * @param {object} asked
 * @param {string} asked.url
 * @param {string} asked.embed its HTML; empty if the page already has it
 * @param {{ present: Change, absent: Change }} asked.changes the changes that make the page with and without the embed
 * @param {string} [asked.launcher]
 * @param {boolean} [asked.policy] whether to try a strict policy
 * @param {number} asked.runs
 * @param {Machine} machine
 * @param {(done: number, all: number) => void} [progress] counts visits
 * @returns {Promise<Cost>}
 */
export const measureCost = async (asked, machine, progress = () => undefined) => {
  const { runs, changes, embed } = asked;
  const few = Math.min(runs, FEW);
  const present = { url: asked.url, prepare: changePage(changes.present) };
  const absent = { url: asked.url, prepare: changePage(changes.absent) };
  const all = 2 + runs * 3 + few * 4 + (asked.policy ? 2 : 0);
  let done = 0;
  /** @template T @param {Promise<T>} visit */
  const count = async (visit) => {
    const result = await visit;
    progress(++done, all);
    return result;
  };
  progress(done, all);
  const scouted = await count(
    scout({ present, absent }, machine, { ...asked, blocked: changes.absent.blocked }),
  );
  progress(++done, all);
  const { url, launcher, reachable, textBox } = scouted;
  const opened = { ...present, url, launcher };
  const alone = { ...absent, url };
  const figures = { present: noFigures(), absent: noFigures() };
  for (let run = 0; run < runs; run++) {
    add(figures.present, await count(costVisit(opened, machine)));
    add(figures.absent, await count(costVisit(alone, machine)));
    if (launcher && reachable) {
      const { launcherMs, writingMs } = await count(launcherVisit({ ...opened, launcher }, machine, textBox));
      add(figures.present, { before: { launcherMs }, open: { writingMs } });
    }
  }
  for (let run = 0; run < few; run++) {
    add(figures.present, await count(weighVisit(opened, machine)));
    add(figures.absent, await count(weighVisit(alone, machine)));
    const { inp: pressed } = await count(pressVisit(opened, machine));
    const { inp: pressedAlone } = await count(pressVisit(alone, machine));
    add(figures.present, { before: { inpMs: pressed } });
    add(figures.absent, { before: { inpMs: pressedAlone } });
  }
  const policy = asked.policy ? await tryPolicy({ url, launcher, changes, embed }, machine) : undefined;
  progress(all, all);
  return {
    url,
    chrome: scouted.chrome,
    runs,
    ...(launcher && { launcher }),
    measured: differences(figures.present, figures.absent, !!launcher),
    ...(policy && { policy }),
    refused: scouted.refused,
    notes: scouted.notes,
  };
};
