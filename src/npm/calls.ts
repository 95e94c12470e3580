/**
 * The calls of `zE`, as published. Each call is one row of `commands.ts`, `settings.ts` or `events.ts`: its name, its type,
 * and a comment with what it does and what the rest of Porch needs to know of it. `scripts/calls/readCalls.mjs` explains
 * the tags; `node scripts/callTables.mjs` makes everything that repeats the table. `Extra:` marks what no other messenger
 * has, `Not yet:` what is accepted and does nothing.
 */
import type { Commands, GetCommands, OpenCommands, UiCommands } from './commands.js';
import type { Events } from './events.js';
import type { Settings } from './settings.js';

export type * from './commands.js';
export type * from './events.js';
export type * from './settings.js';
export type * from './values.js';

/** Every call by its namespace. */
export type Calls = {
  messenger: Commands;
  'messenger:ui': UiCommands;
  'messenger:open': OpenCommands;
  'messenger:get': GetCommands;
  'messenger:set': Settings;
  'messenger:on': Events;
};

type Call<F> = F extends (...args: infer Args) => infer Result ? { args: Args; result: Result } : never;

/** The one function of the page. Before the messenger is there, calls wait and are made in order. */
export type ZE = <N extends keyof Calls, M extends keyof Calls[N]>(
  namespace: N,
  method: M,
  ...args: Call<Calls[N][M]>['args']
) => Call<Calls[N][M]>['result'];
