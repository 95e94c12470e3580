import * as v from 'valibot';
import { flag, picture } from './settingTypes';

const line = (max: number) => v.pipe(v.string(), v.regex(/\S/, 'must not be empty'), v.maxLength(max));

/** What visitors see of the people who answer. The widget reads the same names (src/wire/people.ts). */
export const peopleSchema = v.strictObject({
  /** A face beside each group of messages, and the team's faces before the first message. */
  faces: v.optional(v.boolean()),
  /** Whether visitors see the name and picture of the agent who answers; otherwise the team's. */
  agentNames: flag(true),
  /** Whether the header shows who is there and how soon the team usually replies. */
  presence: v.optional(v.boolean()),
  greeting: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  /** Texts that a new visitor sends with one press. */
  starters: v.optional(
    v.pipe(
      v.array(line(100)),
      v.maxLength(5),
      v.check((all) => new Set(all).size === all.length, 'must differ from each other'),
    ),
  ),
  /** The people whose faces new visitors see; by default the agents' shared face. */
  team: v.optional(
    v.pipe(v.array(v.strictObject({ name: line(100), avatarUrl: v.optional(picture) })), v.maxLength(4)),
  ),
});
