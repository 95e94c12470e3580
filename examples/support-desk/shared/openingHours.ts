export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof DAYS)[number];

/** Times as `HH:MM`, to 24:00. */
export type Span = { from: string; to: string };
