import type { Launcher } from '../launcher/launcherType';
import type { Surface } from '../launcher/surface';
import type { FirstCall } from '../model/firstCall';
import type { Call } from './call';

/** What is known once the loader has the configuration, and does not change. */
type LoaderFacts = {
  /** The publisher's page. */
  readonly host: Window;
  /** The page's API function. */
  readonly zE: (...args: unknown[]) => unknown;
  /** The publisher's script tag. */
  readonly script: HTMLScriptElement;
  /** The address of the configuration. */
  readonly address: string;
  /** The raw configuration response. */
  readonly config: unknown;
  /** Identifies the build by the name of its folder. */
  readonly build: string;
};

/** What the loader and later files do for each other. */
type LoaderPorts = {
  /** Fetches the messenger and its card once, when a click is likely or a call needs them. */
  warm(): void;
  /** Draws the launcher, for a page that sets `zEMessenger.autorender: false`. No other page has this. */
  draw?: () => Promise<unknown>;
  /** Replays the queued calls with `call`, and uses it for all later calls. */
  takeOver(call: MakeCall): void;
  /**
   * Handles a file of this build that does not load or run, and a realm that the page has removed. If there is
   * a later build or the realm is gone, a new loader takes over the page (renew.ts); otherwise the window shows
   * the failure view.
   */
  lost(error: unknown): void;
  /**
   * Why a visitor or a conversation is created, if not by the visitor's own question: a campaign. The campaigns feature
   * sets it once.
   */
  origin?: () => { intent: 'proactiveMessaging'; signedCampaignData: string } | undefined;
};

/** What is on the page now. The loader, the messenger and the calls `render` and `destroy` change it. */
type Stage<Deps> = {
  /** Queued calls, in order. Once the messenger makes calls: the calls that are still in effect. */
  calls: Call[];
  /** The visible surface on the page; without a button for the launcher shape "none". */
  launcher?: Surface & Partial<Launcher>;
  /** The messenger's own window, that of a frame, once there is one. */
  realm?: Window;
  /** Resolves to the realm. */
  opened?: Promise<Realm>;
  /** The first call to the service, if it was made before the messenger loaded. */
  first?: FirstCall;
  /** The running messenger. */
  live?: RunningMessenger<Deps>;
};

/**
 * What the loader passes to the launcher, the messenger and the loader of a later build.
 * @typeParam Deps what its user needs of the running messenger
 */
export type Handover<Deps = unknown> = LoaderFacts & LoaderPorts & Stage<Deps>;

/** The messenger's realm: the globals of a same-origin frame, which no page script has changed. */
export type Realm = {
  window: Window & typeof globalThis;
  /** Runs a file of this build. Resolves to its start function; rejects if the file does not load. */
  load(url: string): Promise<unknown>;
};

/** Makes one call of the page. @param args those of `zE` */
export type MakeCall = (args: readonly unknown[]) => unknown;

/** The running messenger, as far as the loader uses it. */
export type RunningMessenger<Deps = unknown> = {
  /** Loads the page's API. Resolves to a function that makes one call; rejects if the file does not load. */
  calls(): Promise<MakeCall>;
  /** The messenger's dependencies, for features that loaded before it. */
  deps: Deps;
  dispose(): void;
};

/** Starts the messenger; the result of its entry file. */
export type StartMessenger = (handover: Handover) => RunningMessenger;
