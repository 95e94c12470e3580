import { SHORTCUTS, type ShortcutId } from '../parts/keys';
import type { Desk } from '../parts/view';

/** The group of a command, as named in the menu. */
export type Group = 'Conversation' | 'Write' | 'Go to' | 'List' | 'Settings' | 'You';

/** Something that the agent can do now. */
export type Command = {
  /** The id of its shortcut, if it has one. */
  id: string;
  group: Group;
  label: string;
  /** Other words that find it. */
  also?: string;
  /** Whether it is offered for any typed text, after all others. */
  last?: true;
} & (
  | { run(): void }
  /** Writes a text into the menu's field, which then offers what begins with it. */
  | { fills: string }
);

/**
 * The commands of one part of the inbox that can run now. Those that may be many are left out until something is typed.
 * @param typed what the agent has typed in the menu
 */
export type Owner = (desk: Desk, typed: string) => readonly Command[];

/** A command with a shortcut, with the label of the shortcut. */
export const withShortcut = (id: ShortcutId, group: Group, run: () => void): Command => ({
  id,
  group,
  label: SHORTCUTS[id].does,
  run,
});

/** The rest of the menu's field after a command's first words; undefined if it begins otherwise. */
export const after = (first: string, typed: string): string | undefined =>
  typed.toLowerCase().startsWith(first.toLowerCase()) ? typed.slice(first.length).trim() : undefined;
