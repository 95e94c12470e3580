import type { Workspace } from '../state/workspace';
import { routesOf } from './ConversationActions';
import { type Desk, isWide } from './view';

export type Shortcut = { keys: readonly (readonly string[])[]; does: string };

/** The shortcuts as the help shows them. `handleShortcut`, the list and the composer implement them. */
export const SHORTCUTS: readonly { title: string; entries: readonly Shortcut[] }[] = [
  {
    title: 'In the list',
    entries: [
      { keys: [['↑'], ['↓'], ['k'], ['j']], does: 'Move up and down' },
      { keys: [['Enter']], does: 'Open and start a reply' },
    ],
  },
  {
    title: 'Anywhere',
    entries: [
      {
        keys: [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
        does: 'Previous or next conversation',
      },
      { keys: [['Alt', 'N'], ['n']], does: 'Next unread conversation' },
      { keys: [['/']], does: 'Search' },
      { keys: [['r']], does: 'Reply' },
      { keys: [['m']], does: 'Write a note for the team' },
      { keys: [['a']], does: 'Assign to me' },
      { keys: [['c']], does: 'Close the conversation, and go to the next' },
      { keys: [['d']], does: 'Show or hide visitor details' },
      { keys: [['?']], does: 'This help' },
    ],
  },
  {
    title: 'In the reply',
    entries: [
      { keys: [['Enter']], does: 'Send' },
      { keys: [['Shift', 'Enter']], does: 'New line' },
      { keys: [['/']], does: 'Insert a saved reply' },
      { keys: [['Esc']], does: 'Back to the list' },
    ],
  },
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null;

const withAlt = (event: KeyboardEvent, { workspace, view }: Desk): boolean => {
  if (event.key === 'ArrowUp') workspace.step(-1);
  else if (event.key === 'ArrowDown') workspace.step(1);
  // Compare the physical key too, because Alt changes the letter on macOS.
  else if (event.code === 'KeyN' || event.key.toLowerCase() === 'n') workspace.nextUnread();
  else return false;
  if (workspace.activeId.peek() !== undefined) view.focus('reply');
  return true;
};

/** Does the same as the button, and only when the button is offered. */
const move = (to: 'assign' | 'close', workspace: Workspace): void => {
  const conversation = workspace.active.peek();
  if (!conversation || !routesOf(conversation, workspace.team.ownId).includes(to)) return;
  void workspace.route(to);
};

const single = (event: KeyboardEvent, { inbox, workspace, view }: Desk): boolean => {
  if (event.key === '?') view.setHelp(true);
  else if (!inbox.singleKeys.peek()) return false;
  else if (event.key === 'n') {
    // Not into the reply box: the next key would be typed there.
    if (workspace.nextUnread()) view.focus('list');
  } else if (event.key === '/') {
    // On a phone the list is another page.
    if (!isWide(720)) workspace.open(undefined);
    view.focus('search');
  } else if (workspace.activeId.peek() === undefined) return false;
  else if (event.key === 'a' || event.key === 'c') move(event.key === 'a' ? 'assign' : 'close', workspace);
  else if (event.key === 'r') {
    view.setDetails(false);
    workspace.notes.setWriting(workspace.activeId.peek() ?? '', false);
    view.focus('reply');
  } else if (event.key === 'm') {
    view.setDetails(false);
    workspace.notes.setWriting(workspace.activeId.peek() ?? '', true);
    view.focus('note');
  } else if (event.key === 'd') {
    if (!isWide(1100)) view.toggleDetails();
  } else return false;
  return true;
};

/** Handles the shortcuts that work anywhere on the page. */
export const handleShortcut = (event: KeyboardEvent, desk: Desk): void => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
  // Keys pressed in a dialog belong to the dialog.
  if (desk.view.helpOpen.peek() || document.querySelector('dialog[open]')) return;
  const handled = event.altKey ? withAlt(event, desk) : !isTyping(event.target) && single(event, desk);
  if (handled) event.preventDefault();
};
