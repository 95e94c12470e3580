import type { LimitName } from './table';

/** The count since the beginning of the limit's period, and how long to wait until its end. */
export type Count = {
  used: number;
  /** In ms; 0 while more is allowed. */
  waitMs: number;
};

/** Counts what is limited. One in memory counts for its process; one in a shared store counts for several. */
export type Limiter = {
  /**
   * Counts one more, and returns whether it is allowed.
   * @param key the key of the count; secrets only as a hash, because a store keeps it
   * @param points how many to count; one by default
   */
  consume(limit: LimitName, key: string, points?: number): Promise<Count>;
  /** Returns whether one more would be allowed, without counting it. */
  peek(limit: LimitName, key: string): Promise<Count>;
};
