import { computed, type ReadonlySignal, signal } from '@preact/signals-react';
import { type Chosen, isSameChoice, possible, type Sort, type ViewName, WHOLE } from '../../model/listViews';

/** What the agent has chosen for the list. */
export type Choosing = {
  chosen: ReadonlySignal<Chosen>;
  /** Changes the choice. Filters that the view cannot have go. */
  choose(change: Partial<Chosen>): void;
  view: ReadonlySignal<ViewName>;
  sort: ReadonlySignal<Sort>;
  tag: ReadonlySignal<string>;
};

/** @param onChange called after each change */
export const createChoosing = (onChange: () => void): Choosing => {
  const chosen = signal<Chosen>(WHOLE);
  return {
    chosen,
    choose: (change) => {
      const next = possible({ ...chosen.peek(), ...change });
      if (isSameChoice(next, chosen.peek())) return;
      chosen.value = next;
      onChange();
    },
    view: computed(() => chosen.value.view),
    sort: computed(() => chosen.value.sort),
    tag: computed(() => chosen.value.tag),
  };
};
