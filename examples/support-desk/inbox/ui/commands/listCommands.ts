import { SORTS, VIEWS } from '../../model/listViews';
import { SORT_WORDS, VIEW_WORDS } from '../../model/viewWords';
import { type Desk, type FocusTarget, isWide } from '../parts/view';
import { type Command, type Owner, withShortcut } from './command';

/** Shows the list, and focuses it or its search. */
export const toList = ({ workspace, view }: Desk, focus: FocusTarget = 'list'): void => {
  workspace.pages.show(undefined);
  view.setDetails(false);
  // On a phone the list is another page.
  if (!isWide(720)) workspace.open(undefined);
  view.focus(focus);
};

const views = (desk: Desk): Command[] => {
  const { listing, savedViews } = desk.workspace;
  const show = (id: string, name: string, run: () => void): Command => ({
    id: `view ${id}`,
    group: 'List',
    label: `Show: ${name}`,
    also: 'view conversations visitors',
    run: () => {
      toList(desk);
      run();
    },
  });
  return [
    ...VIEWS.map((view) => show(view, VIEW_WORDS[view], () => listing.setView(view))),
    ...savedViews.all.value.map((saved) => show(saved._id, saved.name, () => savedViews.show(saved))),
  ];
};

/** Saves what the list shows, and changes or removes the saved view that it shows. */
const savedView = (desk: Desk): Command[] => {
  const { workspace, view } = desk;
  const current = workspace.savedViews.current.value;
  const ask = (dialog: 'saveView' | 'changeView' | 'removeView', label: string): Command => ({
    id: dialog,
    group: 'List',
    label,
    also: 'views filter team',
    run: () => {
      toList(desk);
      view.show(dialog);
    },
  });
  return [
    ask('saveView', 'Save the list as a view…'),
    ...(current
      ? [
          ask('changeView', `Change the view ${current.name}…`),
          ask('removeView', `Remove the view ${current.name}…`),
        ]
      : []),
  ];
};

const orders = (desk: Desk): Command[] => {
  const { listing } = desk.workspace;
  return SORTS.filter((sort) => sort !== listing.sort.value).map((sort) => ({
    id: `sort ${sort}`,
    group: 'List',
    label: SORT_WORDS[sort],
    also: 'sort order',
    run: () => {
      toList(desk);
      listing.choose({ sort });
    },
  }));
};

/** Steps through the list, if it is visible. */
const steps = ({ workspace, view }: Desk): Command[] => {
  if (workspace.pages.current.value !== undefined) return [];
  const reply = (): void => {
    if (workspace.activeId.peek() !== undefined) view.focus('reply');
  };
  const step = (by: 1 | -1) => () => {
    workspace.step(by);
    reply();
  };
  return [
    withShortcut('nextUnread', 'Go to', () => {
      // Not into the reply box: the next key would be typed there.
      if (workspace.nextUnread()) view.focus('list');
    }),
    withShortcut('answerUnread', 'Go to', () => {
      workspace.nextUnread();
      reply();
    }),
    withShortcut('next', 'Go to', step(1)),
    withShortcut('previous', 'Go to', step(-1)),
  ];
};

const GO_TO = 'Go to ';

/** Opens a conversation by its visitor's name, or searches for the typed text. */
const visits = (desk: Desk, typed: string): Command[] => {
  const { workspace, view } = desk;
  if (!typed) return [{ id: 'goTo', group: 'Go to', label: `${GO_TO}a conversation…`, fills: GO_TO }];
  return workspace.conversations.items.value.map(({ _id, displayName, visitor }) => ({
    id: `open ${_id}`,
    group: 'Go to',
    label: GO_TO + displayName,
    also: visitor.email,
    run: () => {
      workspace.pages.show(undefined);
      view.setDetails(false);
      workspace.open(_id);
      view.focus('reply');
    },
  }));
};

const searches = (desk: Desk, typed: string): Command[] => {
  const { listing } = desk.workspace;
  const search = withShortcut('search', 'List', () => toList(desk, 'search'));
  if (!typed) return [search];
  const found: Command = {
    id: 'searchFor',
    group: 'List',
    label: `Search for “${typed}”`,
    last: true,
    run: () => {
      toList(desk, 'search');
      listing.setSearch(typed);
    },
  };
  return [search, found];
};

/** What the list shows, and ways through it. */
export const listCommands: Owner = (desk, typed) => [
  ...visits(desk, typed),
  ...steps(desk),
  ...searches(desk, typed),
  ...views(desk),
  ...savedView(desk),
  ...orders(desk),
];
