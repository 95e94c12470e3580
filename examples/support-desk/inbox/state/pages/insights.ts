import { type ReadonlySignal, signal } from '@preact/signals-react';
import type {
  AgentInsightPagesAnswer,
  AgentInsightsAnswer,
  AgentRating,
  AgentTeamInsightsAnswer,
} from '../../../shared/answers/insights';
import type { ApiFailure } from '../../model/apiResult';
import type { InsightPeriod, InsightsApi, InsightTable } from '../../services/insightsApi';
import { createLoaded, type Loaded } from '../parts/loaded';
import { createPaged, type Paged } from '../parts/paged';

/** The available periods, in days. */
export const PERIODS = [1, 7, 30, 90] as const;

/** Page views, and the team's work, of one period. */
export type Figures = { visits: AgentInsightsAnswer; team: AgentTeamInsightsAnswer };

/** The figures of the Insights page. */
export type Insights = {
  period: ReadonlySignal<InsightPeriod>;
  /** Why the newest load failed, or whether it is in progress or done. */
  status: ReadonlySignal<'loading' | 'ready' | ApiFailure>;
  /** The newest figures that arrived. */
  value: ReadonlySignal<Figures | undefined>;
  /** The ratings of the period with their comments, newest first. */
  ratings: Paged<AgentRating>;
  /** Whether the pages are shown with their queries. */
  withQueries: ReadonlySignal<boolean>;
  showQueries(shown: boolean): void;
  /** Those pages. */
  pages: Loaded<AgentInsightPagesAnswer>;
  /** A table of the chosen period, with the name of its file; undefined if it cannot be loaded. */
  csv(table: InsightTable): Promise<{ file: Blob; name: string } | undefined>;
  /** Loads the figures, of another period if one is given. */
  load(period?: InsightPeriod): Promise<void>;
};

export const createInsights = (api: InsightsApi, onFailure: (failure: ApiFailure) => void): Insights => {
  const period = signal<InsightPeriod>({ days: 7 });
  const status = signal<'loading' | 'ready' | ApiFailure>('loading');
  const value = signal<Figures | undefined>(undefined);
  const withQueries = signal(false);
  const ratings = createPaged(async (after) => {
    const answer = await api.ratings(period.peek(), after);
    if (!answer.ok) return answer;
    return { ok: true, value: { rows: answer.value.ratings, next: answer.value.next } };
  }, onFailure);
  const pages = createLoaded(() => api.pages(period.peek()), onFailure);
  let newest = 0;
  const read = async (wanted: InsightPeriod): Promise<void> => {
    const own = ++newest;
    const [visits, team] = await Promise.all([api.visits(wanted), api.team(wanted)]);
    // A later load has begun since.
    if (own !== newest) return;
    if (visits.ok && team.ok) {
      value.value = { visits: visits.value, team: team.value };
      status.value = 'ready';
      return;
    }
    const failure = !visits.ok ? visits.failure : !team.ok ? team.failure : 'server';
    status.value = failure;
    onFailure(failure);
  };
  return {
    period,
    status,
    value,
    ratings,
    withQueries,
    showQueries: (shown) => {
      withQueries.value = shown;
      if (shown) void pages.refresh();
    },
    pages,
    async csv(table) {
      const asked = period.peek();
      const answer = await api.csv(asked, table);
      const days = value.peek()?.team.period ?? ('days' in asked ? undefined : asked);
      const named = days ? `-${days.from}-to-${days.to}` : '';
      if (answer.ok) return { file: answer.value, name: `insights-${table}${named}.csv` };
      onFailure(answer.failure);
      return undefined;
    },
    async load(wanted = period.peek()) {
      period.value = wanted;
      status.value = 'loading';
      if (withQueries.peek()) void pages.refresh();
      await Promise.all([read(wanted), ratings.refresh()]);
    },
  };
};
