/** @returns the value below which this share of the values lies, or NaN without values */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** @returns such as '8 / 277 ms', the median and the 99th percentile */
export const spread = (times: readonly number[]): string =>
  `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)} ms`;
