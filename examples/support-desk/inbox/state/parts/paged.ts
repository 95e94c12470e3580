import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import type { ApiFailure, ApiResult } from '../../model/apiResult';

/** A list that is read page by page. */
export type Paged<Row> = {
  /** The loaded rows. */
  rows: ReadonlySignal<readonly Row[]>;
  status: ReadonlySignal<'loading' | 'ready' | ApiFailure>;
  hasMore: ReadonlySignal<boolean>;
  /** Reads the first page again. */
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
};

/**
 * Only the newest request counts.
 * @param ask reads the page after `after`, or the first one
 * @param onPage called with each page that counts
 */
export const createPaged = <Page extends { rows: readonly unknown[]; next?: string }>(
  ask: (after?: string) => Promise<ApiResult<Page>>,
  onFailure: (failure: ApiFailure) => void,
  onPage: (page: Page) => void = () => undefined,
): Paged<Page['rows'][number]> => {
  const rows = signal<readonly Page['rows'][number][]>([]);
  const status = signal<'loading' | 'ready' | ApiFailure>('loading');
  const next = signal<string | undefined>(undefined);
  let latest = 0;
  const read = async (after?: string): Promise<void> => {
    latest += 1;
    const mine = latest;
    status.value = 'loading';
    const answer = await ask(after);
    if (mine !== latest) return;
    if (answer.ok) {
      rows.value = [...(after === undefined ? [] : rows.peek()), ...answer.value.rows];
      next.value = answer.value.next;
      onPage(answer.value);
    } else onFailure(answer.failure);
    status.value = answer.ok ? 'ready' : answer.failure;
  };
  return {
    rows,
    status,
    hasMore: computed(() => next.value !== undefined),
    refresh: () => read(),
    loadMore: () => read(next.peek()),
  };
};
