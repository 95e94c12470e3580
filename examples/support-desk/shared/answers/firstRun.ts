import * as v from 'valibot';

/** A site whose pages ask for the messenger, by its origin alone. Times are float seconds. */
const site = v.object({
  origin: v.string(),
  /** Whether it is the desk itself, with its demo page. */
  own: v.boolean(),
  loadedAt: v.optional(v.number()),
  takenAt: v.optional(v.number()),
  refusedAt: v.optional(v.number()),
});
export type SeenSite = v.InferOutput<typeof site>;

/** `GET /first-run`: what the desk knows about each step of its first run. */
export const firstRunAnswer = v.object({
  /** The tag for the publisher's pages. */
  tag: v.string(),
  /** The newest first, at most 20, of the last 30 days. */
  sites: v.array(site),
  /** The allowed origins; without them, any page may use the desk. */
  origins: v.optional(v.array(v.string())),
  /** Whether anybody else has joined or is invited, and whether hours, away message and look are the team's own. */
  hasTeam: v.boolean(),
  hasHours: v.boolean(),
  hasAway: v.boolean(),
  hasLook: v.boolean(),
  hasConversations: v.boolean(),
  /** Whether an admin wants no more suggestions. */
  hidden: v.boolean(),
});
export type FirstRunAnswer = v.InferOutput<typeof firstRunAnswer>;
