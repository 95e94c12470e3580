import { SHORTCUTS, type ShortcutId } from '../parts/keys';
import type { Desk } from '../parts/view';

/** What a command is about, as the menu names it. */
export type Group = 'Conversation' | 'Write' | 'Go to' | 'List' | 'Settings' | 'You';

/** What an agent can do now. */
export type Command = {
  /** That of its shortcut, if it has one. */
  id: string;
  group: Group;
  label: string;
  /** Other words by which it is found. */
  also?: string;
  /** Whether it is offered for anything that is typed, after all others. */
  last?: true;
} & (
  | { run(): void }
  /** Writes a text into the menu's field, which offers what the text begins. */
  | { fills: string }
);

/**
 * The commands of one part of the inbox that can be run now. Those of which there may be many are left out until something
 * is typed.
 * @param typed what the agent has typed in the menu
 */
export type Owner = (desk: Desk, typed: string) => readonly Command[];

/** A command with a shortcut, under the words of the shortcut. */
export const withShortcut = (id: ShortcutId, group: Group, run: () => void): Command => ({
  id,
  group,
  label: SHORTCUTS[id].does,
  run,
});

/** What follows a command's first words in the menu's field; undefined where it has others. */
export const after = (first: string, typed: string): string | undefined =>
  typed.toLowerCase().startsWith(first.toLowerCase()) ? typed.slice(first.length).trim() : undefined;
