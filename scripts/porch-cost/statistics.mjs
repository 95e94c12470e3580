/** Compares visits with and without the embed. */
import { median } from './measure/numbers.mjs';

/**
 * @typedef {object} Difference
 * @property {number} value the median with the embed, minus the median without
 * @property {number} with
 * @property {number} without
 * @property {number} low
 * @property {number} high half of all pairs of visits differ by `low` to `high`
 * @property {number} noise the largest difference between two visits without the embed
 */

/** @param {readonly number[]} sorted @param {number} part @returns {number} */
const quantile = (sorted, part) => {
  const place = (sorted.length - 1) * part;
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
};

/**
 * @param {readonly number[]} present figures of the visits with the embed
 * @param {readonly number[]} [absent] of those without; none if the embed is measured alone
 * @returns {Difference | undefined} undefined if no visit has a figure
 */
export const differ = (present, absent = [0]) => {
  if ([...present, ...absent].some((value) => !Number.isFinite(value))) return undefined;
  if (present.length === 0 || absent.length === 0) return undefined;
  const pairs = present.flatMap((a) => absent.map((b) => a - b)).sort((a, b) => a - b);
  const [withIt, without] = [median(present), median(absent)];
  return {
    value: withIt - without,
    with: withIt,
    without,
    low: quantile(pairs, 0.25),
    high: quantile(pairs, 0.75),
    noise: Math.max(...absent) - Math.min(...absent),
  };
};
