import { type Json, seconds, within } from './decode';

/** After this long without an addition, the answer's program counts as gone; ms. */
export const SILENCE_MS = 30_000;

/** How far an answer has grown. A program writes it while the visitor reads it. */
export type Growth = {
  /** Counts the versions of the text. */
  version: number;
  /** When it grew last, in float seconds. */
  at: number;
  state: 'grows' | 'stopped' | 'whole';
};

/** @returns undefined for a message that was sent whole */
export const decodeGrowth = ({ grown, grownAt, growing, stopped }: Json): Growth | undefined => {
  const version = within(grown, 0, Number.MAX_SAFE_INTEGER);
  if (version === undefined) return undefined;
  const state = growing === true ? 'grows' : stopped === true ? 'stopped' : 'whole';
  return { version, at: seconds(grownAt) ?? 0, state };
};
