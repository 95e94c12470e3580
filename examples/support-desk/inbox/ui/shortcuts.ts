import { commandsOf } from './commands/owners';
import { isComposing } from './isComposing';
import { commandOfKey, type ShortcutId } from './keys';
import type { Desk } from './view';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null;

/** Whether a key may run its command where it was pressed. */
const mayRun = (id: ShortcutId, event: KeyboardEvent, { inbox, workspace }: Desk): boolean => {
  if (id === 'commands') return true;
  if (workspace.pages.current.peek() !== undefined) return false;
  if (event.altKey) return true;
  return !isTyping(event.target) && (id === 'help' || inbox.singleKeys.peek());
};

/** What a key that is held down does again and again. The others would close one conversation after another. */
const REPEATED: readonly ShortcutId[] = ['previous', 'next'];

/** Runs the command of a shortcut that works anywhere on the page. */
export const handleShortcut = (event: KeyboardEvent, desk: Desk): void => {
  if (event.defaultPrevented || isComposing(event)) return;
  // Keys pressed in a dialog belong to the dialog.
  if (desk.view.dialog.peek() !== undefined || document.querySelector('dialog[open]')) return;
  const id = commandOfKey(event);
  if (id === undefined || !mayRun(id, event, desk)) return;
  if (event.repeat && !REPEATED.includes(id)) {
    event.preventDefault();
    return;
  }
  if (id === 'commands') desk.view.show('commands');
  else {
    const command = commandsOf(desk).find((one) => one.id === id);
    if (command === undefined || 'fills' in command) return;
    command.run();
  }
  event.preventDefault();
};
