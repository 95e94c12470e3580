/**
 * Generates the loader's table of hashed names. It tries many hashes and takes the one that lets the fewest mistyped
 * names pass.
 */
import { readCalls } from './readCalls.mjs';

/** The full names of the documented calls. */
export const documented = () => readCalls().map(({ fullName }) => fullName);

/** Names that a page may mistype: a letter left out, doubled or swapped, an extra `s`, another namespace. */
export const mistaken = () => {
  const calls = readCalls();
  const namespaces = [...new Set(calls.map(({ namespace }) => namespace))];
  const names = calls.flatMap(({ namespace, name }) => [
    ...[...name].flatMap((char, i) => [
      `${namespace}.${name.slice(0, i)}${name.slice(i + 1)}`,
      `${namespace}.${name.slice(0, i)}${char}${name.slice(i)}`,
      `${namespace}.${name.slice(0, i)}${name[i + 1] ?? ''}${char}${name.slice(i + 2)}`,
    ]),
    `${namespace}.${name}s`,
    `${namespace}.${name.toLowerCase()}`,
    ...namespaces.map((other) => `${other}.${name}`),
  ]);
  const right = new Set(documented());
  return [...new Set(names)].filter((name) => !right.has(name));
};

/**
 * The most frequent mistakes, none of which may pass: a missing name reads as `undefined`, and a lower-case one looks
 * right.
 */
export const frequent = () => {
  const right = new Set(documented());
  const lower = readCalls().map(({ namespace, name }) => `${namespace}.${name.toLowerCase()}`);
  return ['messenger.undefined', ...lower.filter((name) => !right.has(name))];
};

/** The hash of `model/methods.ts`. @param {string} name @param {number} factor @param {number} size */
const hashOf = (name, factor, size) => {
  let hash = 0;
  for (const char of name) hash = (hash * factor + char.charCodeAt(0)) % size;
  return hash;
};

/**
 * The steps from one hash to the next, each as an ASCII character that needs no escape: the page decides the charset of
 * the loader.
 * @param {number[]} hashes
 * @returns {string | undefined} undefined if two hashes are equal or too far apart
 */
const stepsOf = (hashes) => {
  const sorted = hashes.toSorted((a, b) => a - b);
  const codes = sorted.map((hash, i) => 35 + hash - (sorted[i - 1] ?? 0));
  const fits = codes.every((code, i) => (!i || code > 35) && code < 127 && code !== 39 && code !== 92);
  return fits ? String.fromCharCode(...codes) : undefined;
};

const findTable = () => {
  const [right, wrong, never] = [documented(), mistaken(), frequent()];
  let best = { factor: 0, size: 0, steps: '', passes: Number.POSITIVE_INFINITY };
  for (let size = 1935; size < 1955; size++)
    for (let factor = 2; factor < 1000; factor++) {
      const hashes = right.map((name) => hashOf(name, factor, size));
      const steps = stepsOf(hashes);
      if (steps === undefined) continue;
      const known = new Set(hashes);
      if (never.some((name) => known.has(hashOf(name, factor, size)))) continue;
      const passes = wrong.filter((name) => known.has(hashOf(name, factor, size))).length;
      if (passes < best.passes) best = { factor, size, steps, passes };
    }
  if (!best.steps) throw new Error('No table of hashes is small enough for the names of the calls.');
  return best;
};

/** The source of `src/model/methodTable.ts`. */
export const methodTable = () => {
  const { factor, size, steps } = findTable();
  return [
    `export const FACTOR = ${factor};`,
    `export const SIZE = ${size};`,
    `export const STEPS = '${steps}';`,
  ];
};
