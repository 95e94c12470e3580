import * as v from 'valibot';
import { flag } from './settingTypes';

/** Who gets a conversation that nobody has assigned. */
export const assignmentSchema = v.strictObject({
  /** An unassigned conversation becomes that of the agent who answers it. */
  toWhoReplies: flag(true),
});
