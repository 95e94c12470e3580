import { type ReadonlySignal, signal } from '@preact/signals-react';
import { createContext, useContext, useEffect, useState } from 'react';
import type { Inbox } from '../../state/inbox';
import type { Workspace } from '../../state/workspaceParts';

/** An element that can be asked to take the focus once it is on the page. */
export type FocusTarget =
  | 'reply'
  | 'note'
  | 'overtaken'
  | 'unfilled'
  | 'list'
  | 'search'
  | 'details'
  | 'detailsButton'
  | 'menu'
  | 'insightsButton'
  | 'peopleButton'
  | 'settingsButton';

const ABOUT_NONE = ['commands', 'help', 'signOut', 'saveView', 'changeView', 'removeView'] as const;

/**
 * A dialog that a button, a key or a command opens; one is open at a time. `files` is the browser's own, which chooses
 * files to send. All but those of `ABOUT_NONE` are about the open conversation.
 */
type DialogName =
  | (typeof ABOUT_NONE)[number]
  | 'snooze'
  | 'merge'
  | 'export'
  | 'delete'
  | 'savedReplies'
  | 'files'
  | 'image'
  | 'file'
  | `sample ${string}`;

export const isOfConversation = (dialog: DialogName | undefined): boolean =>
  dialog !== undefined && !ABOUT_NONE.some((one) => one === dialog);

/** The state of the page's panes and dialogs. */
export type View = {
  detailsOpen: ReadonlySignal<boolean>;
  dialog: ReadonlySignal<DialogName | undefined>;
  wanted: ReadonlySignal<FocusTarget | undefined>;
  setDetails(open: boolean): void;
  /** Shows or hides the details, and moves the focus there or back to their button. */
  toggleDetails(): void;
  /** Opens a dialog; `undefined` closes the open one. */
  show(dialog: DialogName | undefined): void;
  focus(target: FocusTarget | undefined): void;
  /** Whether the list's further filters are shown. */
  filtersOpen: ReadonlySignal<boolean>;
  openFilters(open: boolean): void;
  /** Pairs of conversation and host whose visitors' images may load. */
  loads: ReadonlySignal<ReadonlySet<string>>;
  load(place: string): void;
};

export const createView = (): View => {
  const detailsOpen = signal(false);
  const dialog = signal<DialogName | undefined>(undefined);
  const wanted = signal<FocusTarget | undefined>(undefined);
  const filtersOpen = signal(false);
  const loads = signal<ReadonlySet<string>>(new Set());
  return {
    loads,
    load: (place) => {
      loads.value = new Set([...loads.peek(), place]);
    },
    filtersOpen,
    openFilters: (open) => {
      filtersOpen.value = open;
    },
    detailsOpen,
    dialog,
    wanted,
    setDetails: (open) => {
      detailsOpen.value = open;
    },
    toggleDetails: () => {
      detailsOpen.value = !detailsOpen.peek();
      wanted.value = detailsOpen.peek() ? 'details' : 'detailsButton';
    },
    show: (next) => {
      dialog.value = next;
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

/** The signed-in agent's workspace. Throws outside of `DeskContext`. */
export const useDesk = (): Desk => {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('This part of the inbox needs a signed-in agent.');
  return desk;
};
