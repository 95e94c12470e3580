/** The rooms of the desk that get time and timers from an injected clock. */

/** Folders of `examples/support-desk`, with the files that may use the platform's own timers, and why. */
const ROOMS = [
  {
    room: 'inbox/',
    except: [
      { part: 'inbox/platform/', why: 'it is the browser for all others' },
      { part: 'inbox/preview/', why: 'a page of its own, which loads no inbox' },
    ],
  },
  {
    room: 'server/',
    except: [
      { part: 'server/process/clock.ts', why: 'it is the clock' },
      {
        part: 'server/demo/simulatedChannelPages.ts',
        why: 'its script runs in a browser, in a page of its own',
      },
    ],
  },
  { room: 'shared/', except: [] },
];

const RAW =
  /\b(setTimeout|setInterval|requestIdleCallback|AbortSignal\.timeout|Date\.now|performance\.now)\b/g;

/** The files of the server that make a clock, and for whom. All others take one of these. */
const MAKERS = [
  { file: 'server/main.ts', why: 'for the end of the process, which the clock of its desk does not outlast' },
  { file: 'server/start/start.ts', why: 'for the desk' },
  { file: 'server/operator/desk.ts', why: 'for a command' },
];

const MADE = /\bcreateClock\(/;

/** @param {string} file @param {string} text @returns {string[]} */
const rawUses = (file, text) => {
  const held = ROOMS.find(({ room }) => file.startsWith(room));
  if (!held || held.except.some(({ part }) => file.startsWith(part))) return [];
  return [...text.matchAll(RAW)].map(([use]) => `${file} uses ${use}: take the clock that is handed down`);
};

/** @param {string} file @param {string} text @returns {string[]} */
const madeClocks = (file, text) =>
  file.startsWith('server/') && MADE.test(text) && !MAKERS.some((maker) => maker.file === file)
    ? [`${file} makes a clock: take the one that is handed down`]
    : [];

/**
 * @param {ReadonlyMap<string, string>} texts by path in the desk's folder
 * @returns {string[]} a line for each forbidden use
 */
export const clockProblems = (texts) =>
  [...texts].flatMap(([file, text]) => [...rawUses(file, text), ...madeClocks(file, text)]);
