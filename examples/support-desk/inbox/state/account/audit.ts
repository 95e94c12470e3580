import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { ApiFailure } from '../../model/apiResult';
import type { AuditRow } from '../../model/decodeAccounts';
import type { TeamApi } from '../../services/teamApi';

/** The loaded part of the audit log, newest first. */
export type Audit = {
  rows: ReadonlySignal<readonly AuditRow[]>;
  status: ReadonlySignal<'unread' | 'loading' | 'ready' | ApiFailure>;
  hasMore: ReadonlySignal<boolean>;
  /** Reads the first page; then, with each call, the next older one. */
  loadMore(): Promise<void>;
};

export const createAudit = (api: Pick<TeamApi, 'audit'>, onFailure: (failure: ApiFailure) => void): Audit => {
  const rows = signal<readonly AuditRow[]>([]);
  const status = signal<'unread' | 'loading' | 'ready' | ApiFailure>('unread');
  const next = signal<string | undefined>(undefined);
  return {
    rows,
    status,
    hasMore: computed(() => next.value !== undefined),
    loadMore: async () => {
      if (status.peek() === 'loading') return;
      status.value = 'loading';
      const answer = await api.audit(next.peek());
      if (answer.ok) {
        rows.value = [...rows.peek(), ...answer.value.rows];
        next.value = answer.value.next;
      } else onFailure(answer.failure);
      status.value = answer.ok ? 'ready' : answer.failure;
    },
  };
};
