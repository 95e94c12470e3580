/** How much of what is generated a run tries. */

/** `npm test -- --all`, and a run of one project by hand. */
export const WHOLE = { schedules: 10_000, kills: 20, tabs: 10_000, requests: 20_000, texts: 100_000 };

/** `npm test`. */
export const QUICK = { schedules: 1000, kills: 3, tabs: 1000, requests: 8000, texts: 5000 };

/**
 * A schedule of two processes takes as long as three of one. With fewer, not every fault happens often enough. Only longer
 * runs have more.
 * @param {number} schedules of one process
 */
export const desksSchedulesBeside = (schedules) => (schedules > WHOLE.schedules ? schedules / 10 : 300);
