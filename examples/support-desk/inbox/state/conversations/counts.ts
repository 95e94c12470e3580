import type { Clock } from '@porch/messenger/platform/clock';
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AgentConversation, AgentCountsAnswer } from '../../../shared/answers/conversations';
import type { AgentSavedView } from '../../../shared/answers/work';
import type { ApiFailure } from '../../model/apiResult';
import { chosenOf, isIn, passes, VIEWS, type ViewName } from '../../model/listViews';
import type { AgentApi } from '../../services/api';
import type { Conversations } from './conversations';

/** The desk's number of conversations in each view; of those with a mention, only the unread ones. */
export type Counts = {
  value: ReadonlySignal<AgentCountsAnswer | undefined>;
  refresh(): Promise<void>;
  dispose(): void;
};

type CountsDeps = {
  api: Pick<AgentApi, 'counts'>;
  conversations: Pick<Conversations, 'items'>;
  ownId: string;
  /** The tag that filters the list. */
  tag: ReadonlySignal<string>;
  saved: ReadonlySignal<readonly AgentSavedView[]>;
  now: ReadonlySignal<number>;
  clock: Pick<Clock, 'after'>;
  onFailure(failure: ApiFailure): void;
};

/** The desk is asked at most once in this time. */
const PAUSE_MS = 2000;

/** Asks the desk again when an event has moved a conversation from one view to another. */
export const createCounts = (deps: CountsDeps): Counts => {
  const { api, conversations, ownId, tag, saved, now, clock } = deps;
  const value = signal<AgentCountsAnswer | undefined>(undefined);
  const counts = (view: ViewName, c: AgentConversation): boolean =>
    view === 'mentions' ? (c.mentioned ?? []).includes(ownId) : isIn(view, c, ownId);
  /** How many of the loaded conversations count in each view. While this is the same, no count has changed. */
  const loaded = computed(() =>
    VIEWS.map((view) => conversations.items.value.filter((c) => counts(view, c)).length).join(),
  );
  /** The same of the saved views. */
  const loadedSaved = computed(() =>
    saved.value
      .map(({ _id, filter }) => {
        const chosen = chosenOf(filter);
        const at = chosen.waits > 0 ? now.value : 0;
        const fits = (c: AgentConversation) => counts(chosen.view, c) && passes(c, chosen, ownId, at);
        return `${_id} ${conversations.items.value.filter(fits).length}`;
      })
      .join(),
  );
  let latest = 0;
  let cancel: (() => void) | undefined;
  let isLate = false;

  const refresh = async (): Promise<void> => {
    latest += 1;
    const mine = latest;
    const answer = await api.counts(tag.peek() || undefined);
    if (mine !== latest) return;
    if (answer.ok) value.value = answer.value;
    else deps.onFailure(answer.failure);
  };
  const over = (): void => {
    cancel = undefined;
    if (isLate) ask();
  };
  const ask = (): void => {
    isLate = cancel !== undefined;
    if (isLate) return;
    cancel = clock.after(PAUSE_MS, over);
    void refresh();
  };

  const stopLoaded = effect(() => {
    void loaded.value;
    void loadedSaved.value;
    untracked(ask);
  });
  const stopTag = effect(() => {
    void tag.value;
    untracked(() => void refresh());
  });

  return {
    value,
    refresh,
    dispose: () => {
      latest += 1;
      stopLoaded();
      stopTag();
      cancel?.();
    },
  };
};
