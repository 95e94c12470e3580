import type { LimitName } from './table';

/** What was counted since the beginning of the limit's time, and how long to wait until its end. */
export type Count = {
  used: number;
  /** In ms; 0 while more is allowed. */
  waitMs: number;
};

/** Counts what is limited. One in memory counts for its process; one in a shared store counts for several. */
export type Limiter = {
  /**
   * Counts one more, and says whether it is allowed.
   * @param key whose count it is; secrets only as a hash, because a store keeps it
   * @param points how many it counts for; one by default
   */
  consume(limit: LimitName, key: string, points?: number): Promise<Count>;
  /** Says whether one more would be allowed, without counting it. */
  peek(limit: LimitName, key: string): Promise<Count>;
};
