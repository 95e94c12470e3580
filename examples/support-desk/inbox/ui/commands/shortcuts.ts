import { isComposing } from '../parts/isComposing';
import { commandOfKey, type ShortcutId } from '../parts/keys';
import type { Desk } from '../parts/view';
import { createLettersBeside } from './lettersBeside';
import { commandsOf } from './owners';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]') !== null;

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Keys pressed in a dialog belong to the dialog. */
const hasDialog = ({ view }: Desk): boolean =>
  view.dialog.peek() !== undefined || document.querySelector('dialog[open]') !== null;

/** Whether a key may run its command at the place where it was pressed. */
const mayRun = (id: ShortcutId, event: KeyboardEvent, { inbox, workspace }: Desk): boolean => {
  if (id === 'commands') return true;
  if (workspace.pages.current.peek() !== undefined) return false;
  if (event.altKey) return true;
  return !isTyping(event.target) && (id === 'help' || inbox.singleKeys.peek());
};

/** Commands that repeat while a key is held. The others would close one conversation after another. */
const REPEATED: readonly ShortcutId[] = ['previous', 'next'];

const runCommand = (id: ShortcutId, desk: Desk): void => {
  const command = commandsOf(desk).find((one) => one.id === id);
  if (id === 'commands') desk.view.show('commands');
  else if (command !== undefined && !('fills' in command)) command.run();
};

type Shortcuts = { press(event: KeyboardEvent): void; dispose(): void };

/** The shortcuts that work anywhere on the page. */
export const createShortcuts = (desk: Desk): Shortcuts => {
  const covered = (): boolean => desk.workspace.pages.current.peek() !== undefined;
  const letters = createLettersBeside(desk, {
    run: (id) => runCommand(id, desk),
    // The agent may have moved on since the key.
    isFree: () => !hasDialog(desk) && !covered() && !isTyping(document.activeElement),
  });
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Shift') return;
    const id = commandOfKey(event);
    const isOther = event.defaultPrevented || isComposing(event) || hasDialog(desk);
    const takesLetter = desk.inbox.singleKeys.peek() || id === 'help';
    const isBeside = isLetter(event) && !isTyping(event.target) && takesLetter;
    if (isOther || !isBeside) letters.drop();
    if (isOther) return;
    if (isBeside && !covered() && !event.repeat) {
      letters.take(event, id);
    } else if (id !== undefined && mayRun(id, event, desk)) {
      event.preventDefault();
      if (!event.repeat || REPEATED.includes(id)) runCommand(id, desk);
    }
  };
  return { press, dispose: letters.drop };
};
