import type { Launcher } from '../launcher/launcher';
import type { Surface } from '../launcher/surface';
import type { Store } from '../platform/storage';

/** One call of the page, kept until the messenger replays it: what `zE` was given, and what became of it. */
export type Call = unknown[] & {
  /** Its full name, such as 'messenger:on.open'. */
  method: string;
  /** What `zE` gave back was called before the replay. */
  cancelled?: boolean;
  /** What the replayed call gave: an unsubscribe, where it subscribed. */
  undo?: () => void;
};

/** What the loader gives to the code that runs in the messenger's own realm, and to the loader of a later build. */
export type Handover = {
  /** The publisher's page. */
  host: Window;
  /** Where the files of this build lie, with a slash at the end. */
  base: string;
  /** The configuration answer as it came. */
  config: unknown;
  /** What waits for the messenger, in order; once the messenger makes calls what of them is in effect. */
  calls: Call[];
  /** Fetches the messenger, once: a click is near, or the page asks for something. */
  warm(): void;
  /** What hangs on the page; without its button where the launcher's shape is none. */
  launcher?: Surface & Partial<Launcher>;
  /** Where it is kept what the visitor did to the launcher: the messenger's, once it has taken over. */
  store?: Store;
  /** The publisher's tag. */
  script: HTMLScriptElement;
  /** The messenger's own, in a frame that goes with it. */
  realm: Window;
  /** Names the build: its messenger's file. */
  build: string;
  /** The running messenger. */
  live?: Live;
  /** Makes the page's calls from now on, those kept so far first. */
  takeOver(call: (args: readonly unknown[]) => unknown): void;
  /**
   * A file of this build cannot be had, or does not run: where there is a later build, its loader goes on with the page
   * (renew.ts); otherwise the window says so.
   */
  lost(error: unknown): void;
};

/** The running messenger, as the loader sees it. */
export type Live = {
  /** Loads what answers the page's calls; gives what makes one call, or rejects when its file cannot be had. */
  calls(): Promise<(args: readonly unknown[]) => unknown>;
  dispose(): void;
};

/** Under this name the loader waits for what a file made that it put into the realm; a symbol, as a page may own any name. */
export const REALM_HOOK = Symbol.for('porch');

export type RealmHook = (made: unknown) => void;

/** The messenger's entry. */
export type StartMessenger = (handover: Handover) => Live;
