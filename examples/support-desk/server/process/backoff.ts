const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/**
 * How long to wait after so many failures: twice as long after each, up to five minutes, and up to half of it less, so
 * that what failed together is not tried together.
 * @param random from 0 to 1
 */
export const backoffMs = (failures: number, random: number): number => {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole * (1 - random / 2));
};
