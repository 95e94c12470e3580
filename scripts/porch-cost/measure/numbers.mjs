/**
 * @param {readonly number[]} values
 * @returns {number} the middle one, or the mean of the two in the middle; NaN for an empty list
 */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const low = sorted[Math.ceil(half) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(half)] ?? Number.NaN;
  return (low + high) / 2;
};
