import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { AgentSettingsVersion } from '../../../shared/answers/settings';
import type { ApiFailure } from '../../model/apiResult';
import type { SettingsApi } from '../../services/settingsApi';

/** The saved versions, newest first. */
export type History = {
  versions: ReadonlySignal<readonly AgentSettingsVersion[]>;
  status: ReadonlySignal<'unread' | 'loading' | 'ready' | ApiFailure>;
  hasMore: ReadonlySignal<boolean>;
  /** Reads the newest versions, if not yet read. */
  open(): void;
  /** Reads them again, if they were read. */
  refresh(): void;
  loadMore(): void;
  clear(): void;
};

export const createHistory = (
  api: Pick<SettingsApi, 'history'>,
  onFailure: (failure: ApiFailure) => void,
): History => {
  const versions = signal<readonly AgentSettingsVersion[]>([]);
  const status = signal<'unread' | 'loading' | 'ready' | ApiFailure>('unread');
  const hasMore = signal(false);
  let reads = 0;

  const read = async (before?: number): Promise<void> => {
    reads += 1;
    const mine = reads;
    status.value = 'loading';
    const answer = await api.history(before);
    if (mine !== reads) return;
    if (!answer.ok) {
      status.value = answer.failure;
      onFailure(answer.failure);
      return;
    }
    const older = answer.value.versions;
    versions.value = before === undefined ? older : [...versions.peek(), ...older];
    hasMore.value = answer.value.hasMore;
    status.value = 'ready';
  };

  return {
    versions,
    status,
    hasMore,
    open: () => {
      if (status.peek() !== 'ready' && status.peek() !== 'loading') void read();
    },
    refresh: () => {
      if (status.peek() !== 'unread') void read();
    },
    loadMore: () => void read(versions.peek().at(-1)?.version),
    clear: () => {
      reads += 1;
      versions.value = [];
      status.value = 'unread';
    },
  };
};
