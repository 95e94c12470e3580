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
 * `GET /insights[?days=1…90|?from=&to=]`: the days, oldest first, in UTC; the pages with the most conversations, with an empty name
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

/** Half took at most `median`, and nine in ten at most `slow`; in seconds. Absent without any. */
const spread = v.optional(v.object({ median: v.number(), slow: v.number() }));
const teamCounts = {
  /** Conversations whose visitor wrote first in the period. */
  begun: v.number(),
  /** Conversations that got their first answer in it. */
  answered: v.number(),
  /** Messages of the team. */
  sent: v.number(),
  firstAnswer: spread,
  /** How often a conversation was closed, or ended by its visitor. */
  closed: v.number(),
  toClose: spread,
  good: v.number(),
  bad: v.number(),
};
const who = {
  /** `program` is all programs and API keys, `visitor` all visitors who ended their conversation. */
  kind: v.picklist(['agent', 'program', 'visitor', 'nobody']),
  agentId: v.optional(v.string()),
  name: v.string(),
  /** Whether the agent was removed from the team. */
  removed: v.optional(v.boolean()),
};
const figuresRow = v.object({ ...who, ...teamCounts });
export type AgentFiguresRow = v.InferOutput<typeof figuresRow>;
export type AgentTeamCounts = Omit<AgentFiguresRow, keyof typeof who>;

/**
 * `GET /insights/team`: what the team did, by the log, in days of the team's time zone. `before` is as long and right before,
 * and ends at the same time of its last day as a running period. `hours` has the messages of visitors by weekday, Monday first,
 * and hour of the day.
 */
export const teamInsightsAnswer = v.object({
  period: v.object({ from: v.string(), to: v.string(), timeZone: v.string() }),
  before: v.object({ from: v.string(), to: v.string(), ...teamCounts }),
  all: v.object(teamCounts),
  agents: v.array(figuresRow),
  tags: v.array(v.object({ name: v.string(), ...teamCounts })),
  hours: v.array(v.array(v.number())),
});
export type AgentTeamInsightsAnswer = v.InferOutput<typeof teamInsightsAnswer>;

/** The newest rating of a conversation. `agent` wrote last before it. */
const ratingRow = v.object({
  conversationId: v.string(),
  visitor: v.string(),
  at: v.number(),
  score: v.picklist(['good', 'bad']),
  comment: v.optional(v.string()),
  agent: v.object(who),
});
export type AgentRating = v.InferOutput<typeof ratingRow>;

/** `GET /insights/ratings`, newest first; `next` is the `after` of the next page. */
export const ratingsAnswer = v.object({ ratings: v.array(ratingRow), next: v.optional(v.string()) });
export type AgentRatingsAnswer = v.InferOutput<typeof ratingsAnswer>;

/**
 * `GET /insights/pages`: the whole addresses, with their queries, on which the visitors are now who began a conversation in the
 * period; an empty one for unknown pages.
 */
export const insightPagesAnswer = v.object({
  pages: v.array(v.object({ page: v.string(), conversations: v.number() })),
});
export type AgentInsightPagesAnswer = v.InferOutput<typeof insightPagesAnswer>;

/** `GET /counters`: the page views and events that this process has counted since its start. */
export const countersAnswer = v.object({
  pageViews: v.number(),
  eventBatches: v.number(),
  events: v.number(),
});
export type AgentCountersAnswer = v.InferOutput<typeof countersAnswer>;
