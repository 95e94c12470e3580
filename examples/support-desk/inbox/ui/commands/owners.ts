import type { Desk } from '../parts/view';
import type { Command, Owner } from './command';
import { conversationCommands } from './conversationCommands';
import { listCommands } from './listCommands';
import { pageCommands } from './pageCommands';
import { switchCommands } from './switchCommands';
import { tagCommands } from './tagCommands';
import { writingCommands } from './writingCommands';

/** The sources of commands, in the order of the menu. */
const OWNERS: readonly Owner[] = [
  conversationCommands,
  tagCommands,
  writingCommands,
  listCommands,
  pageCommands,
  switchCommands,
];

/** Everything that the agent can do now. @param typed the text in the menu */
export const commandsOf = (desk: Desk, typed = ''): Command[] =>
  OWNERS.flatMap((commands) => commands(desk, typed));
