import { quantile } from '../support/quantile';

/** @returns such as '8 / 277 ms', the median and the 99th percentile */
export const spread = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.99).toFixed(0)} ms`;
