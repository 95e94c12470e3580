/** The longest snooze, in days. */
export const LONGEST_SNOOZE_DAYS = 366;
