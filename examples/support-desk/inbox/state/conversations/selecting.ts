import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react';
import type { AgentConversation } from '../../../shared/answers/conversations';
import { filterOf } from '../../model/listViews';
import type { Listing } from './listing';

/** The rows of the list that the agent has selected. */
export type Selecting = {
  /** Whether the agent selects. Every row then shows its checkbox. */
  on: ReadonlySignal<boolean>;
  has(id: string): boolean;
  /** The selected conversations that the list shows, in its order. */
  chosen: ReadonlySignal<readonly AgentConversation[]>;
  begin(): void;
  end(): void;
  /** Selects a conversation, or the opposite. @param toHere selects all rows from the last one to this one */
  toggle(id: string, toHere?: boolean): void;
  /** Selects every row shown; if all are selected, none. */
  all(): void;
  dispose(): void;
};

export const createSelecting = (listing: Pick<Listing, 'shown' | 'chosen' | 'searched'>): Selecting => {
  const on = signal(false);
  const ids = signal<ReadonlySet<string>>(new Set());
  let last: string | undefined;
  const rows = () => listing.shown.peek().map(({ conversation }) => conversation._id);
  const chosen = computed(() =>
    listing.shown.value.flatMap(({ conversation }) =>
      ids.value.has(conversation._id) ? [conversation] : [],
    ),
  );
  const end = (): void => {
    on.value = false;
    if (ids.peek().size > 0) ids.value = new Set();
    last = undefined;
  };
  const begin = (): void => {
    on.value = true;
  };
  // Other rows are another list.
  const filter = computed(() => JSON.stringify(filterOf({ ...listing.chosen.value, sort: 'newest' }, '')));
  const stop = effect(() => {
    void filter.value;
    void listing.searched.value;
    untracked(end);
  });

  return {
    on,
    has: (id) => ids.value.has(id),
    chosen,
    begin,
    end,
    toggle: (id, toHere = false) => {
      begin();
      const next = new Set(ids.peek());
      const all = rows();
      const from = last === undefined ? -1 : all.indexOf(last);
      const to = all.indexOf(id);
      if (toHere && from >= 0)
        for (const one of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
      else if (!next.delete(id)) next.add(id);
      last = id;
      ids.value = next;
    },
    all: () => {
      begin();
      const all = rows();
      ids.value = new Set(chosen.peek().length === all.length ? [] : all);
    },
    dispose: stop,
  };
};
