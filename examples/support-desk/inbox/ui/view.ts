import { type ReadonlySignal, signal } from '@preact/signals-react';
import { createContext, useContext, useEffect, useState } from 'react';
import type { Inbox } from '../state/inbox';
import type { Workspace } from '../state/workspace';

/** An element that can be asked to take the focus once it is on the page. */
export type FocusTarget =
  | 'reply'
  | 'note'
  | 'overtaken'
  | 'list'
  | 'search'
  | 'details'
  | 'detailsButton'
  | 'menu'
  | 'insightsButton';

/** The state of the page's panes and dialogs. */
export type View = {
  detailsOpen: ReadonlySignal<boolean>;
  helpOpen: ReadonlySignal<boolean>;
  wanted: ReadonlySignal<FocusTarget | undefined>;
  setDetails(open: boolean): void;
  /** Shows or hides the details and moves the focus there or back to their button. */
  toggleDetails(): void;
  setHelp(open: boolean): void;
  focus(target: FocusTarget | undefined): void;
  /** Pairs of conversation and host from which visitors' images may be loaded. */
  loads: ReadonlySignal<ReadonlySet<string>>;
  load(place: string): void;
};

export const createView = (): View => {
  const detailsOpen = signal(false);
  const helpOpen = signal(false);
  const wanted = signal<FocusTarget | undefined>(undefined);
  const loads = signal<ReadonlySet<string>>(new Set());
  return {
    loads,
    load: (place) => {
      loads.value = new Set([...loads.peek(), place]);
    },
    detailsOpen,
    helpOpen,
    wanted,
    setDetails: (open) => {
      detailsOpen.value = open;
    },
    toggleDetails: () => {
      detailsOpen.value = !detailsOpen.peek();
      wanted.value = detailsOpen.peek() ? 'details' : 'detailsButton';
    },
    setHelp: (open) => {
      helpOpen.value = open;
    },
    focus: (target) => {
      wanted.value = target;
    },
  };
};

/** Whether the window is at least this many CSS pixels wide. */
export const isWide = (px: 720 | 1100): boolean => matchMedia(`(min-width: ${px}px)`).matches;

/** Whether the window has space for two panes; follows its size. */
export const useWide = (): boolean => {
  const [wide, setWide] = useState(() => isWide(720));
  useEffect(() => {
    const query = matchMedia('(min-width: 720px)');
    const follow = () => setWide(query.matches);
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return wide;
};

export type Desk = { inbox: Inbox; workspace: Workspace; view: View };

export const DeskContext = createContext<Desk | undefined>(undefined);

/** The signed-in agent's workspace; throws outside of `DeskContext`. */
export const useDesk = (): Desk => {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('This part of the inbox needs a signed-in agent.');
  return desk;
};
