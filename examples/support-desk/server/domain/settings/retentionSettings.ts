import * as v from 'valibot';

const days = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(3650));

/** When anonymous visitors' sessions end. */
export const sessionsSchema = v.strictObject({
  /** Days without use after which a browser counts as a new visitor. */
  days: v.optional(days(7), 365),
});

/** What the desk deletes automatically. */
export const retentionSchema = v.strictObject({
  /** Days after which closed conversations and their files are deleted. By default, they are kept. */
  days: v.optional(days(1)),
  /** Days without a visit after which visitors who never wrote are deleted. */
  silentDays: v.optional(days(1), 30),
});
