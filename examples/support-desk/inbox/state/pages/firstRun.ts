import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { FirstRunAnswer } from '../../../shared/answers/firstRun';
import type { ApiFailure } from '../../model/apiResult';
import type { TeamApi } from '../../services/teamApi';
import { createLoaded, type Loaded } from '../parts/loaded';

/** The first run of a desk, for admins. */
export type FirstRun = Loaded<FirstRunAnswer> & {
  /** Whether to suggest it: no visitor has written yet, and no admin has hidden it. */
  suggested: ReadonlySignal<boolean>;
  /** Whether no visitor has written to this desk yet. */
  isFresh(): Promise<boolean>;
  /** Ends the suggestion, for all admins. */
  hide(): Promise<void>;
};

export const createFirstRun = (
  api: Pick<TeamApi, 'firstRun' | 'hideFirstRun'>,
  onFailure: (failure: ApiFailure) => void,
): FirstRun => {
  const loaded = createLoaded(api.firstRun, onFailure);
  return {
    ...loaded,
    suggested: computed(() => {
      const known = loaded.value.value;
      return known?.hasConversations === false && !known.hidden;
    }),
    isFresh: async () => {
      const answer = await api.firstRun();
      return answer.ok && !answer.value.hasConversations;
    },
    hide: async () => {
      const answer = await api.hideFirstRun();
      if (!answer.ok) onFailure(answer.failure);
      await loaded.refresh();
    },
  };
};
