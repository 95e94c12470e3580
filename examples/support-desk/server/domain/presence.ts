/** An inbox reports every minute that it is open. Without a report for this long, it counts as closed. */
const SILENT_MS = 150_000;
/** More open inboxes than a team has. The oldest make room. */
const MAX_INBOXES = 1000;

/** Which inboxes of this process are open and not away. This is never stored and ends with their connections. */
export type Presence = ReturnType<typeof createPresence>;

export const createPresence = (deps: {
  now: () => number;
  /** Whether an inbox is connected at all. */
  connected: () => boolean;
}) => {
  const seen = new Map<string, number>();
  return {
    /** Takes what an inbox tells of itself. */
    take(inbox: string, away: boolean): void {
      seen.delete(inbox);
      if (away) return;
      seen.set(inbox, deps.now());
      const [oldest] = seen.keys();
      if (seen.size > MAX_INBOXES && oldest !== undefined) seen.delete(oldest);
    },
    /** How many agents would see a message now. */
    agentsOnline(): number {
      for (const [inbox, at] of seen) if (deps.now() - at > SILENT_MS) seen.delete(inbox);
      return deps.connected() ? seen.size : 0;
    },
  };
};
