/** The rooms that get time and timers from an injected clock. */

/** Folders of `examples/support-desk`, with the files that may use the browser's own timers, and why. */
const ROOMS = [
  {
    room: 'inbox/',
    except: [
      { part: 'inbox/platform/', why: 'it is the browser for all others' },
      { part: 'inbox/preview/', why: 'a page of its own, which loads no inbox' },
    ],
  },
];

const RAW = /\b(setTimeout|setInterval|requestIdleCallback|Date\.now|performance\.now)\b/g;

/**
 * @param {ReadonlyMap<string, string>} texts by path in the desk's folder
 * @returns {string[]} a line for each forbidden use
 */
export const clockProblems = (texts) =>
  [...texts].flatMap(([file, text]) => {
    const held = ROOMS.find(({ room }) => file.startsWith(room));
    if (!held || held.except.some(({ part }) => file.startsWith(part))) return [];
    return [...text.matchAll(RAW)].map(([use]) => `${file} uses ${use}: take the clock that is handed down`);
  });
