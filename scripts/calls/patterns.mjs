/** Finds the shortest patterns that tell some calls from all others. The loader has no room for full names. */

/** Calls of the classic widget, which pages still make. They do nothing and load nothing. */
const CLASSIC = [
  ...['hide', 'show', 'open', 'close', 'toggle', 'identify', 'prefill', 'logout', 'clear', 'setLocale'].map(
    (name) => `webWidget.${name}`,
  ),
  ...['updateSettings', 'updatePath', 'popout', 'setSuggestions', 'reset', 'configure', 'chat:send'].map(
    (name) => `webWidget.${name}`,
  ),
  ...['open', 'close', 'userEvent', 'chat:connected', 'chat:start', 'chat:unreadMessages'].map(
    (name) => `webWidget:on.${name}`,
  ),
  ...['chat:isChatting', 'chat:department', 'display'].map((name) => `webWidget:get.${name}`),
];

/** The longest part of a name to try. */
const LONGEST = 6;

/** @param {string} name */
const partsOf = (name) =>
  [...name].flatMap((_, at) =>
    Array.from({ length: LONGEST }, (_, i) => name.slice(at, at + i + 1)).filter((part) => part),
  );

/**
 * Finds parts of the wanted names that no other name has: the shortest for each set of names.
 * @param {readonly string[]} wanted
 * @param {readonly string[]} others
 * @returns {Map<string, Set<string>>} the names with each part
 */
const candidatesOf = (wanted, others) => {
  /** @type {Map<string, string>} */
  const shortest = new Map();
  const parts = new Set(wanted.flatMap(partsOf));
  for (const part of [...parts].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
    if (others.some((name) => name.includes(part))) continue;
    const names = wanted.filter((name) => name.includes(part)).join(' ');
    if (!shortest.has(names)) shortest.set(names, part);
  }
  return new Map([...shortest].map(([names, part]) => [part, new Set(names.split(' '))]));
};

/** @param {string} part */
const escaped = (part) => part.replace('.', '\\.');

/**
 * Finds the shortest list of parts that covers each wanted name.
 * @param {ReturnType<typeof candidatesOf>} candidates
 * @param {readonly string[]} missing
 * @param {number} room the maximum length of the result
 * @returns {string | undefined}
 */
const shortestOf = (candidates, missing, room) => {
  const [first] = missing;
  if (first === undefined) return '';
  /** @type {string | undefined} */
  let best;
  for (const [part, names] of candidates) {
    const length = escaped(part).length + 1;
    if (!names.has(first) || length > room) continue;
    const rest = shortestOf(
      candidates,
      missing.filter((name) => !names.has(name)),
      room - length,
    );
    if (rest === undefined) continue;
    best = rest ? `${escaped(part)}|${rest}` : escaped(part);
    room = best.length;
  }
  return best;
};

/**
 * @param {readonly import('./readCalls.mjs').Call[]} calls
 * @param {(call: import('./readCalls.mjs').Call) => unknown} isWanted
 * @param {{ classic?: boolean }} [options] `classic`: whether the calls of the classic widget are wanted, too
 * @returns {string} the source of a regular expression
 */
export const patternOf = (calls, isWanted, { classic = false } = {}) => {
  const names = calls.map(({ fullName }) => fullName);
  const wanted = calls.filter(isWanted).map(({ fullName }) => fullName);
  const others = names.filter((name) => !wanted.includes(name));
  (classic ? wanted : others).push(...CLASSIC);
  const pattern = shortestOf(candidatesOf(wanted, others), wanted, 100);
  if (!pattern) throw new Error(`No pattern tells ${wanted.join(', ')} from the other calls.`);
  return pattern;
};
