import * as v from 'valibot';
import { LIMIT_NAMES, LIMITS, type Limit, type LimitName, SOCKETS } from '../../limits/table';

const whole = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

const limit = v.strictObject({
  points: v.optional(whole(1_000_000)),
  seconds: v.optional(whole(86_400)),
});

/** Other numbers for the limits of `limits/table.ts`. */
export const limitsSchema = v.strictObject({
  ...v.entriesFromList(LIMIT_NAMES, v.optional(limit)),
  /** How many live connections one address may have open. */
  sockets: v.optional(whole(1_000_000), SOCKETS),
});

/** The limit with this name, with the numbers from the settings. */
export const limitIn = (limits: v.InferOutput<typeof limitsSchema>, name: LimitName): Limit => ({
  ...LIMITS[name],
  ...limits[name],
});
