import { type Json, seconds, within } from './decode';

/** A program that has added nothing for this long is gone, in ms. */
export const SILENCE_MS = 30_000;

/** How far an answer has grown that a program writes while it is read. */
export type Growth = {
  /** Counts the versions of the text. */
  version: number;
  /** When it grew last, in float seconds. */
  at: number;
  state: 'grows' | 'stopped' | 'whole';
};

/** @returns undefined for a message that was sent as a whole */
export const decodeGrowth = ({ grown, grownAt, growing, stopped }: Json): Growth | undefined => {
  const version = within(grown, 0, Number.MAX_SAFE_INTEGER);
  if (version === undefined) return undefined;
  const state = growing === true ? 'grows' : stopped === true ? 'stopped' : 'whole';
  return { version, at: seconds(grownAt) ?? 0, state };
};
