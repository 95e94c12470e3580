import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentDelivery } from '../../../shared/answers/integrations';
import type { ApiFailure, ApiResult } from '../../model/apiResult';
import type { IntegrationsApi } from '../../services/integrationsApi';

/** The loaded deliveries to a webhook, newest first. */
type DeliveryLog = {
  rows: ReadonlySignal<readonly AgentDelivery[]>;
  status: ReadonlySignal<'loading' | 'ready' | ApiFailure>;
  hasMore: ReadonlySignal<boolean>;
  /** Reads the first page again. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Sends one again. */
  repeat(id: string): Promise<ApiResult<undefined>>;
};

export const createDeliveryLog = (
  api: Pick<IntegrationsApi, 'deliveries' | 'repeat'>,
  webhookId: string,
  onFailure: (failure: ApiFailure) => void,
): DeliveryLog => {
  const rows = signal<readonly AgentDelivery[]>([]);
  const status = signal<'loading' | 'ready' | ApiFailure>('loading');
  const next = signal<string | undefined>(undefined);
  let latest = 0;
  const read = async (before: string | undefined): Promise<void> => {
    latest += 1;
    const mine = latest;
    status.value = 'loading';
    const answer = await api.deliveries(webhookId, before);
    if (mine !== latest) return;
    if (answer.ok) {
      rows.value = [...(before === undefined ? [] : rows.peek()), ...answer.value.rows];
      next.value = answer.value.next;
    } else onFailure(answer.failure);
    status.value = answer.ok ? 'ready' : answer.failure;
  };
  return {
    rows,
    status,
    hasMore: computed(() => next.value !== undefined),
    refresh: () => read(undefined),
    loadMore: () => read(next.peek()),
    repeat: async (id) => {
      const answer = await api.repeat(id);
      if (answer.ok) await read(undefined);
      else onFailure(answer.failure);
      return answer;
    },
  };
};
