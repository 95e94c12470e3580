import * as v from 'valibot';

/** The figures of the agent API. Times are float seconds. */

/** Page views, opened widgets and started conversations. */
const figures = { pageViews: v.number(), opens: v.number(), conversations: v.number() };
export type AgentFigures = v.InferOutput<v.ObjectSchema<typeof figures, undefined>>;

/** One error, warning or information reported by widgets. */
const errorReport = v.object({
  _id: v.string(),
  level: v.picklist(['error', 'warning', 'info']),
  /** The failed operation's name. */
  operation: v.string(),
  reason: v.string(),
  /** The widget's version, and the page of the newest report. */
  version: v.string(),
  url: v.string(),
  count: v.number(),
  firstAt: v.number(),
  lastAt: v.number(),
});
export type AgentErrorReport = v.InferOutput<typeof errorReport>;

/** How often a campaign's message was seen, opened, dismissed and answered. */
const campaignFigures = v.object({
  _id: v.string(),
  seen: v.number(),
  opened: v.number(),
  dismissed: v.number(),
  answered: v.number(),
});
export type AgentCampaignFigures = v.InferOutput<typeof campaignFigures>;
/** `GET /campaigns`. */
export const campaignsAnswer = v.object({ campaigns: v.array(campaignFigures) });

/**
 * `GET /insights[?days=1…90]`: the last days, oldest first, in UTC; the pages with the most conversations, with an empty name
 * for all others; and the newest errors. `firstAnswer` is the median time to the team's first answer in seconds, absent
 * without one. `GET /insights.csv` has the figures as a table.
 */
export const insightsAnswer = v.object({
  days: v.array(v.object({ ...figures, day: v.string(), firstAnswer: v.optional(v.number()) })),
  pages: v.array(v.object({ ...figures, page: v.string() })),
  firstAnswer: v.optional(v.number()),
  /** The conversations that were rated in these days, by their newest rating. */
  ratings: v.object({ good: v.number(), bad: v.number() }),
  errors: v.array(errorReport),
  /** Whether page views and opened widgets are counted, and errors reported, now. */
  counted: v.object({ views: v.boolean(), errors: v.boolean() }),
});
export type AgentInsightsAnswer = v.InferOutput<typeof insightsAnswer>;

/** `GET /counters`: the page views and events that this process has counted since its start. */
export const countersAnswer = v.object({
  pageViews: v.number(),
  eventBatches: v.number(),
  events: v.number(),
});
export type AgentCountersAnswer = v.InferOutput<typeof countersAnswer>;
