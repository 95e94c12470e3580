import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { ApiFailure, ApiResult } from '../../model/apiResult';

/** Something loaded from the desk. */
export type Loaded<T> = {
  /** The newest value that has arrived. */
  value: ReadonlySignal<T | undefined>;
  /** Why the newest load failed, or whether the first is in progress or one has succeeded. */
  status: ReadonlySignal<'loading' | 'ready' | ApiFailure>;
  refresh(): Promise<void>;
};

/** Loads when `refresh` is called. What has arrived stays if a later load fails. */
export const createLoaded = <T>(
  load: () => Promise<ApiResult<T>>,
  onFailure: (failure: ApiFailure) => void,
): Loaded<T> => {
  const value = signal<T | undefined>(undefined);
  const status = signal<'loading' | 'ready' | ApiFailure>('loading');
  let latest = 0;
  return {
    value,
    status,
    refresh: async () => {
      latest += 1;
      const mine = latest;
      if (status.peek() !== 'ready') status.value = 'loading';
      const answer = await load();
      if (mine !== latest) return;
      if (answer.ok) {
        value.value = answer.value;
        status.value = 'ready';
        return;
      }
      if (value.peek() === undefined) status.value = answer.failure;
      onFailure(answer.failure);
    },
  };
};
