import type { PlacedBrowser, Push, PushAlert, PushBrowser } from '../model/pushEntities';

/** The reads of web push. Times are in ms. */
export type PushReads = {
  /** The browsers whose sessions were used after `usedAfter`, oldest first. */
  pushBrowsers(usedAfter: number): Promise<PlacedBrowser[]>;
  /** At most `limit` alerts that are due at `now`, earliest first. */
  duePushAlerts(now: number, limit: number): Promise<PushAlert[]>;
  /** The sessions of the browsers for which a message is due at `now`. */
  duePushes(now: number): Promise<string[]>;
};

/** The writes of the same. */
export type PushWrites = {
  /** Adds a browser, or replaces the one of its session and the one with its endpoint. */
  putPushBrowser(browser: PushBrowser): Promise<void>;
  /** Removes a browser with its messages; with `endpoint`, only while it has that one. False if there is none. */
  deletePushBrowser(sessionId: string, endpoint?: string): Promise<boolean>;
  /** Adds alerts, or replaces those with their ids. */
  putPushAlerts(alerts: readonly PushAlert[]): Promise<void>;
  /** Removes an alert that is due at `now` and returns it; only one caller gets it. */
  takePushAlert(id: string, now: number): Promise<PushAlert | undefined>;
  /** Adds messages, or replaces those of the same browsers with their ids. */
  putPushes(pushes: readonly Push[]): Promise<void>;
  /** Returns the browser's earliest message that is due at `now`, and makes it due at `until`. */
  claimPush(sessionId: string, now: number, until: number): Promise<Push | undefined>;
  /** Changes or removes a claimed message, unless another has replaced it. */
  settlePush(claimed: Push, until: number, change?: Pick<Push, 'tries' | 'dueAt'>): Promise<void>;
};
