import * as v from 'valibot';
import { flag } from './settingTypes';

/** Who gets a conversation that nobody has assigned. */
export const assignmentSchema = v.strictObject({
  /** An unassigned conversation becomes that of the agent who answers it. */
  toWhoReplies: flag(true),
  /** A visitor who waits and is nobody's goes to the agents who are there, one after another. */
  inTurn: v.optional(
    v.strictObject({
      enabled: flag(false),
      /** An agent with this many open conversations gets no more. */
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 10),
    }),
    {},
  ),
});
