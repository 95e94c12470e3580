import type { Launcher } from '../launcher/launcher';
import type { Store } from '../platform/storage';

/** One call of the page, kept until the messenger replays it. */
export type Call = {
  /** Its full name, such as 'messenger:on.open'. */
  method: string;
  args: unknown[];
  /** What `zE` gave back was called before the replay. */
  cancelled?: boolean;
  /** What the replayed call gave: an unsubscribe, where it subscribed. */
  undo?: () => void;
};

/** What the visitor does to the launcher. The loader answers it until the messenger takes it over. */
export type Intents = {
  /** Pointer, focus or touch: what a click needs may be fetched. */
  warm(): void;
  /** @param detail the click's `detail`: 1 for a pointer, 0 for the keyboard */
  toggle(detail: number): void;
};

/** What the loader gives to the code that runs in the messenger's own realm. */
export type Handover = {
  /** The publisher's page. */
  host: Window;
  /** Where the files of this build lie, with a slash at the end. */
  base: string;
  /** The configuration answer as it came. */
  config: unknown;
  /** What waits for the messenger, in order. */
  calls: readonly Call[];
  intents: Intents;
  /** Absent where the launcher's shape is none. */
  launcher?: Launcher;
  /** Where it is kept what the visitor did to the launcher: the messenger's, once it has taken over. */
  store?: Store;
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
