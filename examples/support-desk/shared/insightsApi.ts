/** The figures of the agent API; `agentApi.ts` has the rest. Times are float seconds. */

/** Page views, opened widgets and started conversations. */
export type AgentFigures = { pageViews: number; opens: number; conversations: number };

/** One error, warning or information reported by widgets. */
export type AgentErrorReport = {
  _id: string;
  level: 'error' | 'warning' | 'info';
  /** The failed operation's name. */
  operation: string;
  reason: string;
  /** The widget's version, and the page of the newest report. */
  version: string;
  url: string;
  count: number;
  firstAt: number;
  lastAt: number;
};

/** An entry of `GET /agent/api/campaigns`: how often a campaign's message was seen, opened, dismissed and answered. */
export type AgentCampaignFigures = {
  _id: string;
  seen: number;
  opened: number;
  dismissed: number;
  answered: number;
};

/**
 * `GET /agent/api/insights[?days=1…90]`: the last days, oldest first, in UTC; the pages with the most conversations,
 * with an empty name for all others; and the newest errors. `firstAnswer` is the median time to the team's first answer
 * in seconds, absent without one. `GET /agent/api/insights.csv` has the figures as a table.
 */
export type AgentInsightsAnswer = {
  days: (AgentFigures & { day: string; firstAnswer?: number })[];
  pages: (AgentFigures & { page: string })[];
  firstAnswer?: number;
  /** The conversations that were rated in these days, by their newest rating. */
  ratings: { good: number; bad: number };
  errors: AgentErrorReport[];
  /** Whether page views and opened widgets are counted, and errors reported, now. */
  counted: { views: boolean; errors: boolean };
};
