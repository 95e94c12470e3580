/** A pseudo-random number generator (mulberry32). The same seed gives the same numbers. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** An integer from 0 up to, not including, `below`. */
  int(below: number): number;
  chance(part: number): boolean;
  pick<T>(list: readonly T[]): T;
};

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    next,
    int,
    chance: (part) => next() < part,
    pick: (list) => list[int(list.length)] as (typeof list)[number],
  };
};
