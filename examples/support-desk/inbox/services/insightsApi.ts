import type {
  AgentInsightPagesAnswer,
  AgentInsightsAnswer,
  AgentRatingsAnswer,
  AgentTeamInsightsAnswer,
} from '../../shared/answers/insights';
import type { ApiCall, ApiResult } from '../model/apiResult';
import {
  decodeInsightPages,
  decodeInsights,
  decodeRatings,
  decodeTeamInsights,
} from '../model/decodeInsights';

/** The last days, or two days, as `YYYY-MM-DD`, and all between them. */
export type InsightPeriod = { days: number } | { from: string; to: string };

/** The tables that can be downloaded. */
export type InsightTable = 'days' | 'agents' | 'tags' | 'hours' | 'ratings' | 'pages';

/** The figures' part of the agent API. */
export type InsightsApi = {
  /** Page views, conversations and errors. */
  visits(period: InsightPeriod): Promise<ApiResult<AgentInsightsAnswer>>;
  team(period: InsightPeriod): Promise<ApiResult<AgentTeamInsightsAnswer>>;
  /** Newest first; `after` is the `next` of the previous page. */
  ratings(period: InsightPeriod, after?: string): Promise<ApiResult<AgentRatingsAnswer>>;
  /** Whole addresses, with their queries. */
  pages(period: InsightPeriod): Promise<ApiResult<AgentInsightPagesAnswer>>;
  csv(period: InsightPeriod, table: InsightTable): Promise<ApiResult<Blob>>;
};

const queryOf = (period: InsightPeriod, more: Record<string, string> = {}): string =>
  new URLSearchParams({
    ...('days' in period ? { days: `${period.days}` } : { from: period.from, to: period.to }),
    ...more,
  }).toString();

/** @param download fetches a file */
export const createInsightsApi = (
  call: ApiCall,
  download: (path: string) => Promise<ApiResult<Blob>>,
): InsightsApi => ({
  visits: (period) => call(`/insights?${queryOf(period)}`, decodeInsights),
  team: (period) => call(`/insights/team?${queryOf(period)}`, decodeTeamInsights),
  ratings: (period, after) =>
    call(`/insights/ratings?${queryOf(period, after === undefined ? {} : { after })}`, decodeRatings),
  pages: (period) => call(`/insights/pages?${queryOf(period)}`, decodeInsightPages),
  csv: (period, table) => download(`/insights.csv?${queryOf(period, { table })}`),
});
