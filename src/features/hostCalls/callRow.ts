import type { CallDeps } from './callDeps';
import type { CreateCommands } from './command';

/** What the messenger knows of a call: a row of `callTable.ts`. `scripts/calls/readCalls.mjs` explains the fields. */
export type CallRow = {
  /** Loads the file that carries it out; `commands.ts` carries out all others. */
  load?: () => Promise<{ createCommands: CreateCommands<CallDeps> }>;
  flag?: string;
  sets?: string;
  resets?: string;
  until?: string;
};
