const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/**
 * How long to wait after this many failures: doubled with each, up to five minutes, minus a random part of up to half,
 * so that what failed together is not retried together.
 * @param random from 0 to 1
 */
export const backoffMs = (failures: number, random: number): number => {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole * (1 - random / 2));
};
