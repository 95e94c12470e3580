import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentInsightsAnswer } from '../../../shared/answers/insights';
import type { ApiFailure } from '../../model/apiResult';
import type { AgentApi } from '../../services/api';

/** The available periods, in days. */
export const PERIODS = [7, 30, 90] as const;

/** The figures of the Insights page. */
export type Insights = {
  days: ReadonlySignal<number>;
  /** Why the newest load failed, or whether it is in progress or done. */
  status: ReadonlySignal<'loading' | 'ready' | ApiFailure>;
  /** The newest figures that arrived. */
  value: ReadonlySignal<AgentInsightsAnswer | undefined>;
  /** The figures of the chosen period as a table; undefined if it cannot be loaded. */
  csv(): Promise<Blob | undefined>;
  /** Loads the figures, of another period if one is given. */
  load(days?: number): Promise<void>;
};

export const createInsights = (
  api: Pick<AgentApi, 'insights' | 'insightsCsv'>,
  onFailure: (failure: ApiFailure) => void,
): Insights => {
  const days = signal<number>(PERIODS[0]);
  const status = signal<'loading' | 'ready' | ApiFailure>('loading');
  const value = signal<AgentInsightsAnswer | undefined>(undefined);
  let newest = 0;
  return {
    days,
    status,
    value,
    async csv() {
      const answer = await api.insightsCsv(days.peek());
      if (answer.ok) return answer.value;
      onFailure(answer.failure);
      return undefined;
    },
    async load(wanted = days.peek()) {
      const own = ++newest;
      days.value = wanted;
      status.value = 'loading';
      const answer = await api.insights(wanted);
      // A later load has begun since.
      if (own !== newest) return;
      if (answer.ok) value.value = answer.value;
      status.value = answer.ok ? 'ready' : answer.failure;
      if (!answer.ok) onFailure(answer.failure);
    },
  };
};
