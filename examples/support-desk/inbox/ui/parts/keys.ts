import { latinKey } from './latinKey';

/** Keys pressed together. */
export type Keys = readonly string[];
export type Shortcut = { keys: readonly Keys[]; does: string };

const ANYWHERE = {
  commands: { keys: [['Ctrl', 'K']], does: 'All commands' },
  previous: { keys: [['Alt', '↑']], does: 'Previous conversation' },
  next: { keys: [['Alt', '↓']], does: 'Next conversation' },
  nextUnread: { keys: [['n']], does: 'Next unread conversation' },
  answerUnread: { keys: [['Alt', 'N']], does: 'Next unread conversation, and reply' },
  search: { keys: [['/']], does: 'Search' },
  reply: { keys: [['r']], does: 'Reply' },
  note: { keys: [['m']], does: 'Write a note for the team' },
  assign: { keys: [['a']], does: 'Assign to me' },
  snooze: { keys: [['s']], does: 'Snooze the conversation' },
  close: { keys: [['c']], does: 'Close the conversation, and go to the next' },
  details: { keys: [['d']], does: 'Show or hide visitor details' },
  help: { keys: [['?']], does: 'Keyboard shortcuts' },
} satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof ANYWHERE;

/** The shortcuts that work anywhere on the page, by command. */
export const SHORTCUTS: Readonly<Record<ShortcutId, Shortcut>> = ANYWHERE;

/** The shortcuts of one place, which implements them. */
export const SHORTCUTS_OF_LIST: readonly Shortcut[] = [
  { keys: [['↑'], ['↓'], ['k'], ['j']], does: 'Move up and down' },
  { keys: [['Enter']], does: 'Open and start a reply' },
  { keys: [['x']], does: 'Select, or no longer' },
];
export const SHORTCUTS_OF_REPLY: readonly Shortcut[] = [
  { keys: [['Enter']], does: 'Send' },
  { keys: [['Shift', 'Enter']], does: 'New line' },
  { keys: [['/']], does: 'Insert a saved reply' },
  { keys: [['Esc']], does: 'Back to the list' },
];

const isShortcut = (id: string): id is ShortcutId => Object.hasOwn(SHORTCUTS, id);

/** The shortcut of a command, if any. */
export const shortcutOf = (command: string): Shortcut | undefined =>
  isShortcut(command) ? SHORTCUTS[command] : undefined;

/** The label of a key on this computer. */
export const keyName = (key: string): string =>
  key === 'Ctrl' && /^(Mac|iP)/.test(navigator.platform) ? '⌘' : key;

const ARROWS: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓' };

/** The keys of an event, in the table's form. */
const pressed = (event: KeyboardEvent): Keys[] => {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = latinKey(event);
  if (ctrlKey || metaKey) return altKey || shiftKey ? [] : [['Ctrl', key.toUpperCase()]];
  if (!altKey) return [[key]];
  // Alt changes the letter on macOS, so the physical key counts too.
  const physical = /^Key([A-Z])$/.exec(code)?.[1];
  return [ARROWS[key] ?? key.toUpperCase(), ...(physical ? [physical] : [])].map((name) => ['Alt', name]);
};

export const commandOfKey = (event: KeyboardEvent): ShortcutId | undefined => {
  const given = pressed(event).map((keys) => keys.join(' '));
  return (Object.keys(SHORTCUTS) as ShortcutId[]).find((id) =>
    SHORTCUTS[id].keys.some((keys) => given.includes(keys.join(' '))),
  );
};
